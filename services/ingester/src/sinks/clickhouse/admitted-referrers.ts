// Which referrer hosts a link's day has let in so far, as ClickHouse holds it. A batch that is written again does not ask
// here: it lets in the hosts that its own rows name.

import { isReferrerHost, REFERRER_CAP } from '@kurz/click-event';
import type { ClickHouse } from '@kurz/click-tables';
import { LRUCache } from 'lru-cache';
import type { LinkDayCounts } from '../../aggregate/link-day-counts';
import { linkDayConditions, linkDayOf, type NamedLinkDay } from './link-day-lists';

/** Link days remembered, and their hosts in all: some 15 MB as a rule, 60 MB at the very worst. */
const REMEMBERED = 50_000;
const REMEMBERED_HOSTS = 500_000;
/** A set less than half full may be used this many times longer: others would have to fill the other half meanwhile. */
const HALF_EMPTY_LONGER = 12;

export type AdmittedReferrers = {
  /** The sets of all these rows, which name hosts; `capRowReferrers` adds to them. */
  load: (aggregated: readonly LinkDayCounts[]) => Promise<(linkId: string, day: string) => Set<string>>;
  /** After a failed write the stored state is unknown: it is read again. */
  forget: () => void;
};

// The referrer hosts that clicks_daily_by holds for the given link days.
// A condition names more than the pairs asked for; the caller takes what it asked for.
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

/** Whether a row names hosts, which have to be let in. */
export function hasHosts(row: LinkDayCounts): boolean {
  for (const key of row.by.referrer.keys()) if (isReferrerHost(key)) return true;
  return false;
}

/**
 * `freshMs`: how long a set that is not full may be used again. Unbounded where this process alone lets hosts in; short
 * where others do, whose hosts are seen only when it is read again.
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
      // a set that comes out of the cache keeps its time
      for (const [key, hosts] of sets)
        if (cache.peek(key) !== hosts) cache.set(key, hosts, { ttl: ttlOf(hosts) });
      return (linkId, day) => sets.get(linkDayOf(linkId, day)) ?? new Set();
    },
    forget: () => cache.clear(),
  };
}
