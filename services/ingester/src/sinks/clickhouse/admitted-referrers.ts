// The referrer hosts that a link's day has admitted so far, as ClickHouse holds them. A batch that is written again
// does not ask here: it admits the hosts that its own rows name.

import { isReferrerHost, REFERRER_CAP } from '@kurz/click-event';
import type { ClickHouse } from '@kurz/click-tables';
import { LRUCache } from 'lru-cache';
import type { LinkDayCounts } from '../../aggregate/link-day-counts';
import { linkDayConditions, linkDayOf, type NamedLinkDay } from './link-day-lists';

/** Cached link days, and the hosts of all of them: usually some 15 MB, at worst 60 MB. */
const REMEMBERED = 50_000;
const REMEMBERED_HOSTS = 500_000;
/** A set less than half full may be used this many times longer: others would have to fill the other half meanwhile. */
const HALF_EMPTY_LONGER = 12;

export type AdmittedReferrers = {
  /** The sets of these rows, all of which name hosts; `capRowReferrers` adds to them. */
  load: (aggregated: readonly LinkDayCounts[]) => Promise<(linkId: string, day: string) => Set<string>>;
  /** After a failed write the stored state is unknown: it is read again. */
  forget: () => void;
};

// The referrer hosts that clicks_daily_by holds for the given link days.
// A condition matches more than the requested pairs; the caller takes the requested ones.
const queryFor = (database: string, condition: string) => `
  SELECT DISTINCT link_id, day, key
  FROM ${database}.clicks_daily_by
  WHERE ${condition}
    AND dimension = 'referrer'
    AND NOT startsWith(key, '~')`;

async function readReferrers(
  { client, database }: ClickHouse,
  linkDays: readonly NamedLinkDay[],
): Promise<{ linkId: string; day: string; host: string }[]> {
  const found: { linkId: string; day: string; host: string }[] = [];
  for (const condition of linkDayConditions(linkDays)) {
    const result = await client.query({ query: queryFor(database, condition), format: 'JSONEachRow' });
    for (const row of await result.json<{ link_id: string; day: string; key: string }>()) {
      found.push({ linkId: row.link_id, day: row.day, host: row.key });
    }
  }
  return found;
}

/** Whether a row names hosts, which have to be admitted. */
export function hasHosts(row: LinkDayCounts): boolean {
  for (const key of row.by.referrer.keys()) if (isReferrerHost(key)) return true;
  return false;
}

/**
 * `freshMs`: how long a set that is not full may be used again. Unbounded when only this process admits hosts; short
 * when others do, because their hosts are seen only when the set is read again.
 */
export function makeAdmittedReferrers(
  clickHouse: ClickHouse,
  { freshMs }: { freshMs: number } = { freshMs: Infinity },
): AdmittedReferrers {
  const ttlOf = ({ size }: Set<string>) => {
    if (freshMs === Infinity || size >= REFERRER_CAP) return 0;
    return Math.max(1, size < REFERRER_CAP / 2 ? freshMs * HALF_EMPTY_LONGER : freshMs);
  };
  const cache = new LRUCache<string, Set<string>>({
    max: REMEMBERED,
    maxSize: REMEMBERED_HOSTS,
    sizeCalculation: (hosts) => 1 + hosts.size,
  });
  return {
    load: async (aggregated) => {
      const sets = new Map<string, Set<string>>();
      const missing: LinkDayCounts[] = [];
      for (const row of aggregated) {
        const key = linkDayOf(row.linkId, row.day);
        const cached = cache.get(key);
        sets.set(key, cached ?? new Set());
        if (!cached) missing.push(row);
      }
      for (const { linkId, day, host } of await readReferrers(clickHouse, missing)) {
        sets.get(linkDayOf(linkId, day))?.add(host);
      }
      // a set that comes from the cache keeps its TTL
      for (const [key, hosts] of sets)
        if (cache.peek(key) !== hosts) cache.set(key, hosts, { ttl: ttlOf(hosts) });
      return (linkId, day) => sets.get(linkDayOf(linkId, day)) ?? new Set();
    },
    forget: () => cache.clear(),
  };
}
