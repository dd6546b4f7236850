// Finds the country code in one record of an mmdb, from whichever provider.

import { countries } from './names';

/** Undefined when the record names no country. */
export function countryOfRecord(record: unknown): string | undefined {
  if (!isObject(record)) return undefined;
  const { country, country_code: code } = record;
  // country_code: DB-IP by ip-location-db, IPinfo Lite; country.iso_code: MaxMind, DB-IP; country: IPinfo of old
  for (const found of [code, isObject(country) ? country.iso_code : country]) {
    if (typeof found === 'string' && countries.has(found.toUpperCase())) return found.toUpperCase();
  }
  return undefined;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
