// Which referrer hosts a link's day has let in so far: what ClickHouse holds, rows of the very plan included, so that
// a plan that is written again lets in the same hosts as the first time.

import type { ClickHouse } from '@kurz/click-tables';
import { LRUCache } from 'lru-cache';
import type { FoldedLinkDay } from '../fold';
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

export function makeAdmittedReferrers(clickHouse: ClickHouse): AdmittedReferrers {
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
      for (const [key, hosts] of sets) cache.set(key, hosts);
      return (linkId, day) => sets.get(linkDayOf(linkId, day)) ?? new Set();
    },
    forget: () => cache.clear(),
  };
}
