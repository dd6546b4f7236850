// Which referrer hosts a link's day has let in so far, as ClickHouse holds it. A plan that is written again does not ask
// here: it lets in the hosts that its own rows name.

import type { ClickHouse } from '@kurz/click-tables';
import { LRUCache } from 'lru-cache';
import { REFERRER_BUDGET, type FoldedLinkDay } from '../fold';
import { linkDayOf } from './link-day';
import { readReferrers } from './read-referrers';

/** Link days remembered; at 200 hosts each some 100 MB at the very worst, a hundredth of that as a rule. */
const REMEMBERED = 5_000;

export type AdmittedReferrers = {
  /** The sets of all these rows; `admitReferrers` adds to them. */
  load: (folded: readonly FoldedLinkDay[]) => Promise<(linkId: string, day: string) => Set<string>>;
  /** After a failed write nobody knows what is in: read again. */
  forget: () => void;
};

const hasHosts = (row: FoldedLinkDay) => [...row.by.referrer.keys()].some((key) => !key.startsWith('~'));

/**
 * `freshMs`: how long a set that is not full may be used again. Unbounded where this process alone lets hosts in; short
 * where others do, whose hosts are seen only when it is read again.
 */
export function makeAdmittedReferrers(
  clickHouse: ClickHouse,
  { freshMs }: { freshMs: number } = { freshMs: Infinity },
): AdmittedReferrers {
  const ttlOf = (hosts: Set<string>) =>
    freshMs === Infinity || hosts.size >= REFERRER_BUDGET ? 0 : Math.max(1, freshMs);
  const cache = new LRUCache<string, Set<string>>({ max: REMEMBERED });
  return {
    load: async (folded) => {
      const sets = new Map<string, Set<string>>();
      const missing: FoldedLinkDay[] = [];
      for (const row of folded) {
        if (!hasHosts(row)) continue;
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
