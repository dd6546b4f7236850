// The zones in memory, by domain: all of them replaced, or some of them changed.

import { makeZoneFinder, type ZoneFinder } from './find-zone';
import type { ZoneRow } from './sql/read-zones';
import { zoneOf, type Zone } from './zone';

/** `ids`: the zones that were read again. `rows`: the serving zones, with these ids or found by their domains. */
export type ZoneChanges = { ids: readonly string[]; rows: readonly ZoneRow[] };

export type KnownZones = Pick<ZoneFinder, 'find' | 'domainsOf'> & {
  apply: (changes: ZoneChanges) => void;
  /** Collects all zones again; the known ones serve until `finish`. */
  collect: () => {
    add: (rows: readonly ZoneRow[]) => void;
    finish: (since: readonly ZoneChanges[]) => number;
  };
};

type Tables = { zones: Map<string, Zone>; domains: Map<string, string> };

const isSame = (one: Zone | undefined, other: Zone) =>
  one?.id === other.id && one.isEnabled === other.isEnabled && one.rootLocation === other.rootLocation;

/** Returns false when all rows were known. */
function put({ zones, domains }: Tables, rows: readonly ZoneRow[]): boolean {
  let hasChanged = false;
  for (const row of rows) {
    const zone = zoneOf(row);
    domains.set(row.id, row.domain);
    if (isSame(zones.get(row.domain), zone)) continue;
    zones.set(row.domain, zone);
    hasChanged = true;
  }
  return hasChanged;
}

/** Returns false when nothing changed. */
function change(tables: Tables, { ids, rows }: ZoneChanges): boolean {
  const { zones, domains } = tables;
  const served = new Map(rows.map((row) => [row.id, row.domain]));
  let hasChanged = false;
  for (const id of ids) {
    const domain = domains.get(id);
    if (domain === undefined || served.get(id) === domain) continue;
    domains.delete(id);
    if (zones.get(domain)?.id !== id) continue;
    zones.delete(domain);
    hasChanged = true;
  }
  return put(tables, rows) || hasChanged;
}

export function makeKnownZones(hostAliases: Readonly<Record<string, string>>): KnownZones {
  let known: Tables = { zones: new Map(), domains: new Map() };
  const finder = makeZoneFinder((domain) => known.zones.get(domain), hostAliases);
  return {
    find: finder.find,
    domainsOf: finder.domainsOf,
    apply: (changes) => {
      if (change(known, changes)) finder.forget();
    },
    collect: () => {
      const next: Tables = { zones: new Map(), domains: new Map() };
      return {
        add: (rows) => put(next, rows),
        finish: (since) => {
          for (const changes of since) change(next, changes);
          known = next;
          finder.forget();
          return next.zones.size;
        },
      };
    },
  };
}
