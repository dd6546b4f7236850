// Reads a workspace's campaign report in a window.
//
// While ClickHouse answers, it alone is read, today included: it lags by the time that the ingester lingers, a second
// in one process. Live counts replace it only while it is away, because they are kept link by link.

import type { Db } from '@kurz/database';
import type { LiveClicks } from '@kurz/live-clicks';
import type { Log } from '@kurz/process';
import { makeFairSemaphore, type SemaphoreKeys } from '@kurz/resilience';
import { LONG_READS } from '../admission/long-reads';
import { ANALYTICS_CONFIG, type QueryAnalytics } from '../analytics/query-analytics';
import { findStreamProgress } from '../analytics/find-stream-progress';
import { isClickHouseThere } from '../analytics/is-clickhouse-there';
import type { ReadFresh } from '../replica/read-fresh';
import { coversLiveDays, freshnessOf } from '../stats/freshness-of';
import { makeReadLive } from '../stats/read-live';
import type { StatsWindow } from '../stats/window-of';
import type { Campaign, CampaignReport } from './campaign-report';
import type { ClickScope } from './click-scope';
import { findTagGroups } from './find-tag-groups';
import { readLiveCampaigns } from './read-live-campaigns';
import { readStoredCampaigns } from './read-stored-campaigns';
import type { TagGroup } from './tag-group';

export type CampaignDeps = {
  db: Db;
  readFresh: ReadFresh;
  queryAnalytics: QueryAnalytics;
  liveClicks: LiveClicks;
  log: Log;
};

/** `unavailable`: ClickHouse is away, and the window has no live day or the live counts cannot be read in time. */
export type ReportOutcome = { kind: 'report'; report: CampaignReport } | { kind: 'unavailable' };

/** `semaphoreKeys`: workspace and person whose reports take turns. */
export type ReadCampaignReport = (
  workspaceId: string,
  window: StatsWindow,
  semaphoreKeys?: SemaphoreKeys,
) => Promise<ReportOutcome>;

/** A report reads all of a workspace's links and visits, and ClickHouse answers it with all the cores that it has. */
const REPORTS = { ...LONG_READS, permits: 3 };

/** `waitMs`: the longest wait for the live counts. Throws only when Postgres is away. */
export function makeReadCampaignReport(
  deps: CampaignDeps,
  { waitMs }: { waitMs: number } = ANALYTICS_CONFIG,
): ReadCampaignReport {
  const runReport = makeFairSemaphore(REPORTS);
  const readLive = makeReadLive(deps, { events: 'campaigns_live_clicks', waitMs });

  async function liveOf(
    workspaceId: string,
    window: StatsWindow,
    groups: readonly TagGroup[],
  ): Promise<Campaign[] | undefined> {
    if (!coversLiveDays(window)) return undefined;
    const { yesterday, today, clampedTo, to } = window;
    const days = [yesterday, today].filter((day) => day >= clampedTo && day <= to);
    return readLive(readLiveCampaigns(deps, { workspaceId, days }, groups));
  }

  async function storedOf(
    scope: ClickScope,
    groups: readonly TagGroup[],
    isThere: true | undefined,
  ): Promise<Campaign[] | undefined> {
    if (!isThere) return undefined;
    return deps.queryAnalytics(
      (clickHouse, limits) => readStoredCampaigns(clickHouse, scope, groups, limits),
      { workspaceId: scope.workspaceId, isLong: true },
    );
  }

  async function read(workspaceId: string, window: StatsWindow): Promise<ReportOutcome> {
    const { from, to, clampedTo, retentionDays } = window;
    const progress = await findStreamProgress(deps.db, workspaceId);
    const { partitions, compaction } = progress;
    const scope = { workspaceId, first: clampedTo, last: to, progress: partitions, compaction };
    // a short query, because the failure of a long one does not open the circuit breaker
    const [tagged, isThere] = await Promise.all([
      deps.readFresh((db) => findTagGroups(db, workspaceId, to)),
      deps.queryAnalytics(isClickHouseThere, { workspaceId }),
    ]);
    const groups = tagged.filter(({ campaign }) => campaign !== null);
    const stored = groups.length === 0 ? [] : await storedOf(scope, groups, isThere);
    const campaigns = stored ?? (await liveOf(workspaceId, window, groups));
    if (campaigns === undefined) return { kind: 'unavailable' };
    return {
      kind: 'report',
      report: {
        range: { from, to, clampedTo, retentionDays },
        teaser: false,
        totalCampaigns: new Set(groups.map(({ campaign }) => campaign)).size,
        taggedLinks: tagged.reduce((sum, { linkCount }) => sum + linkCount, 0),
        ...(tagged.length > 0 && { campaigns }),
        freshness: freshnessOf(window, {
          isStoreAway: stored === undefined,
          consolidatedUntil: progress.consolidatedUntil,
          liveDays: [],
        }),
      },
    };
  }

  return (workspaceId, window, semaphoreKeys = [workspaceId, null]) =>
    runReport(semaphoreKeys, () => read(workspaceId, window));
}
