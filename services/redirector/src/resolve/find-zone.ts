// Host → zone, by the known domains and their aliases.

import { domainsOf } from './domains-of';
import type { Zone } from './zone';

export type FindZone = (host: string) => Zone | undefined;

export type ZoneFinder = {
  find: FindZone;
  /** The domains that a host may mean, in the order in which they are looked for; none for an invalid host. */
  domainsOf: (host: string) => readonly string[];
  /** To be called when the zones have changed. */
  forget: () => void;
};

// a host can be written in many ways (case, dot, port); spellings that were seen are remembered up to this number
const MAX_SPELLINGS = 1_024;

/** Looks for the domain with its port, then without, then for the target of an alias of either. */
export function makeZoneFinder(
  zoneOf: (domain: string) => Zone | undefined,
  hostAliases: Readonly<Record<string, string>>,
): ZoneFinder {
  const aliases = new Map(
    Object.entries(hostAliases).map(([alias, domain]) => [alias.toLowerCase(), domain.toLowerCase()]),
  );
  const spellings = new Map<string, Zone>();

  const allDomainsOf = (host: string) => {
    const domains = domainsOf(host);
    if (!domains) return [];
    const { withPort, withoutPort } = domains;
    const all = [withPort, withoutPort, aliases.get(withPort), aliases.get(withoutPort)];
    return all.filter((domain) => domain !== undefined);
  };
  const search: FindZone = (host) => {
    for (const domain of allDomainsOf(host)) {
      const zone = zoneOf(domain);
      if (zone) return zone;
    }
    return undefined;
  };

  // consecutive visitors mostly ask for the same host: comparing is cheaper than hashing
  let lastHost = '';
  let lastZone: Zone | undefined;

  return {
    find: (host) => {
      if (host === lastHost && lastZone) return lastZone;
      const zone = spellings.get(host) ?? search(host);
      if (!zone) return undefined;
      if (spellings.size >= MAX_SPELLINGS) spellings.clear();
      // a copy, or a slice would keep the whole head that it was cut from
      const spelling = Buffer.from(host, 'latin1').toString('latin1');
      spellings.set(spelling, zone);
      lastHost = spelling;
      lastZone = zone;
      return zone;
    },
    domainsOf: allDomainsOf,
    forget: () => {
      spellings.clear();
      lastZone = undefined;
    },
  };
}
