// Reads one link's stats in a window. The way of authentication makes no difference.

import type { Db } from '@kurz/database';
import type { LiveClicks, LiveDay } from '@kurz/live-clicks';
import type { Log } from '@kurz/process';
import { ANALYTICS_CONFIG, type QueryAnalytics } from '../analytics/query-analytics';
import { findStatsFacts } from './find-stats-facts';
import { coversLiveDays } from './freshness-of';
import type { DayScans, LinkStats } from './link-stats';
import { makeReadLive } from './read-live';
import { readStoredClicks, storedScopeOf } from './read-stored-clicks';
import { scansOf, statsOf, type StatsLink } from './stats-of';
import type { StatsWindow } from './window-of';

export type StatsDeps = { db: Db; queryAnalytics: QueryAnalytics; liveClicks: LiveClicks; log: Log };

export type StatsConfig = {
  /** Longest wait for the live counts beside ClickHouse, ms. */
  waitMs: number;
};

/**
 * `unknown`: the link has been deleted since it was found. `unavailable`: ClickHouse is away, and the window ends on no
 * live day or the live counts cannot be read either.
 */
export type StatsOutcome =
  { kind: 'stats'; stats: LinkStats; scans: DayScans[] } | { kind: 'unknown' } | { kind: 'unavailable' };

export type ReadLinkStats = (ask: { link: StatsLink; window: StatsWindow }) => Promise<StatsOutcome>;

/** Throws only when Postgres is away; ClickHouse and the live counts may be. */
export function makeReadLinkStats(deps: StatsDeps, config: StatsConfig = ANALYTICS_CONFIG): ReadLinkStats {
  const readLive = makeReadLive(deps, { events: 'stats_live_clicks', ...config });

  async function liveOf(link: StatsLink, days: string[]): Promise<LiveDay[] | undefined> {
    const key = { workspaceId: link.workspaceId, linkId: link.id };
    const live = await readLive(deps.liveClicks.read(key, days));
    return live?.filter(({ day }) => days.includes(day));
  }

  return async ({ link, window }) => {
    const isRecent = window.to >= window.yesterday;
    const facts = await findStatsFacts(deps.db, link.id);
    if (facts === undefined) return { kind: 'unknown' };
    const scope = { ...storedScopeOf(link.workspaceId, window, facts), linkId: link.id };
    const [stored, live] = await Promise.all([
      deps.queryAnalytics((clickHouse, { signal }) => readStoredClicks(clickHouse, scope, signal), {
        workspaceId: link.workspaceId,
      }),
      isRecent ? liveOf(link, [window.today, window.yesterday]) : [],
    ]);
    if (stored === undefined && (live === undefined || !coversLiveDays(window)))
      return { kind: 'unavailable' };
    const figures = { link, window, facts, stored, live: live ?? [] };
    return { kind: 'stats', stats: statsOf(figures), scans: scansOf(figures) };
  };
}
