// Reads the stats of all links of a tag together, in a window.
//
// Reads ClickHouse alone, today included, as for a campaign report: it lags by the time that the ingester lingers. Live
// counts are kept per link.

import { makeFairSemaphore, type SemaphoreKeys } from '@kurz/resilience';
import { LONG_READS } from '../admission/long-reads';
import type { QueryAnalytics } from '../analytics/query-analytics';
import { isClickHouseThere } from '../analytics/is-clickhouse-there';
import type { ReadFresh } from '../replica/read-fresh';
import { findTagFacts, type TagFacts } from './find-tag-facts';
import type { DayScans, LinkStats } from './link-stats';
import { readClicksOfMany, storedScopeOf } from './read-stored-clicks';
import { scansOf, summedStatsOf } from './stats-of';
import { NOTHING_STORED, type StoredClicks } from './stored-clicks';
import type { StatsWindow } from './window-of';

/** `links`: how many links have the tag, archived ones included. */
export type TagStats = { tag: string; links: number } & Omit<LinkStats, 'slug' | 'zoneDomain'>;

export type TagStatsOutcome =
  { kind: 'stats'; stats: TagStats; scans: DayScans[] } | { kind: 'unknown' } | { kind: 'unavailable' };

/** `key`: the name's. `semaphoreKeys`: workspace and person that take turns. Throws only when PostgreSQL is away. */
export type ReadTagStats = (
  asked: { workspaceId: string; key: string; window: StatsWindow },
  semaphoreKeys?: SemaphoreKeys,
) => Promise<TagStatsOutcome>;

export function makeReadTagStats(deps: {
  readFresh: ReadFresh;
  queryAnalytics: QueryAnalytics;
}): ReadTagStats {
  // at most as large as a campaign report, and rarer
  const run = makeFairSemaphore(LONG_READS);

  async function storedOf(
    workspaceId: string,
    facts: TagFacts,
    window: StatsWindow,
  ): Promise<StoredClicks | undefined> {
    const { linkIds } = facts;
    if (linkIds === '') return NOTHING_STORED;
    const scope = { ...storedScopeOf(workspaceId, window, facts), linkIds };
    return deps.queryAnalytics((clickHouse, limits) => readClicksOfMany(clickHouse, scope, limits), {
      workspaceId,
      isLong: true,
    });
  }

  return ({ workspaceId, key, window }, semaphoreKeys = [workspaceId, null]) =>
    run(semaphoreKeys, async (): Promise<TagStatsOutcome> => {
      // a short query first, because the failure of a long one does not open the circuit breaker
      const [facts, isThere] = await Promise.all([
        deps.readFresh((db) => findTagFacts(db, { workspaceId, key })),
        deps.queryAnalytics(isClickHouseThere, { workspaceId }),
      ]);
      if (!facts) return { kind: 'unknown' };
      const stored = isThere ? await storedOf(workspaceId, facts, window) : undefined;
      if (!stored) return { kind: 'unavailable' };
      const figures = { link: facts, window, facts, stored, live: [] };
      return {
        kind: 'stats',
        stats: { tag: facts.name, links: facts.linkCount, ...summedStatsOf(figures) },
        scans: scansOf(figures),
      };
    });
}
