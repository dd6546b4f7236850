// Host → zone, by the domains that are known and the aliases that stand for them.

import { domainsOf } from './domains-of';
import type { Zone } from './zone';

export type FindZone = (host: string) => Zone | undefined;

// a host can be written in many ways (case, dot, port); those that were seen are remembered up to this number
const MAX_SPELLINGS = 1_024;

/** The domain with its port is looked for first, then without, then what an alias of either stands for. */
export function makeFindZone(
  zones: ReadonlyMap<string, Zone>,
  hostAliases: Readonly<Record<string, string>>,
): FindZone {
  const aliases = new Map(
    Object.entries(hostAliases).map(([alias, domain]) => [alias.toLowerCase(), domain.toLowerCase()]),
  );
  const spellings = new Map<string, Zone>();

  const search: FindZone = (host) => {
    const domains = domainsOf(host);
    if (!domains) return undefined;
    const { withPort, withoutPort } = domains;
    return (
      zones.get(withPort) ??
      zones.get(withoutPort) ??
      zones.get(aliases.get(withPort) ?? '') ??
      zones.get(aliases.get(withoutPort) ?? '')
    );
  };

  // most visitors in a row ask for the same host: comparing is cheaper than hashing it anew
  let lastHost = '';
  let lastZone: Zone | undefined;

  return (host) => {
    if (host === lastHost && lastZone) return lastZone;
    const zone = spellings.get(host) ?? search(host);
    if (!zone) return undefined;
    if (spellings.size >= MAX_SPELLINGS) spellings.clear();
    spellings.set(host, zone);
    lastHost = host;
    lastZone = zone;
    return zone;
  };
}
