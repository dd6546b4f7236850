// Reads a campaign by term and by content in a window, for the web app. The report of /v1 has its sources and mediums.

import { makeFairSemaphore, type SemaphoreKeys } from '@kurz/resilience';
import { LONG_READS } from '../admission/long-reads';
import { findStreamProgress } from '../analytics/find-stream-progress';
import { isClickHouseThere } from '../analytics/is-clickhouse-there';
import type { StatsWindow } from '../stats/window-of';
import { findCampaignGroups } from './find-campaign-groups';
import { readGroupClicks } from './read-group-clicks';
import type { CampaignDeps } from './read-campaign-report';
import { tagRowsOf, type TagRow } from './tag-rows-of';

export const MAX_TAG_ROWS = 1_000;

export type CampaignTags = { terms: TagRow[]; contents: TagRow[] };

/** Undefined when ClickHouse is away. `semaphoreKeys`: workspace and person whose queries take turns. */
export type ReadCampaignTags = (
  asked: { workspaceId: string; campaign: string; window: StatsWindow },
  semaphoreKeys: SemaphoreKeys,
) => Promise<CampaignTags | undefined>;

export function makeReadCampaignTags({ db, readFresh, queryAnalytics }: CampaignDeps): ReadCampaignTags {
  // at most as large as the reads of a report, and rarer
  const run = makeFairSemaphore(LONG_READS);

  return ({ workspaceId, campaign, window }, semaphoreKeys) =>
    run(semaphoreKeys, async () => {
      const { clampedTo: first, to: last } = window;
      const { partitions: progress, compaction } = await findStreamProgress(db, workspaceId);
      // a short query, because the failure of a long one does not open the circuit breaker
      const [groups, isThere] = await Promise.all([
        readFresh((server) => findCampaignGroups(server, { workspaceId, campaign, until: last })),
        queryAnalytics(isClickHouseThere, { workspaceId }),
      ]);
      if (!isThere) return undefined;
      const scope = { workspaceId, first, last, progress, compaction };
      const clicks = await queryAnalytics(
        (clickHouse, limits) => readGroupClicks(clickHouse, scope, { groups, byDay: false }, limits),
        { workspaceId, isLong: true },
      );
      if (clicks === undefined) return undefined;
      const rowsOf = (tag: 'term' | 'content') =>
        tagRowsOf(
          groups.map(({ linkCount, ...group }, index) => ({
            value: group[tag],
            linkCount,
            humanClicks: clicks[index]?.humans ?? 0,
          })),
          MAX_TAG_ROWS,
        );
      return { terms: rowsOf('term'), contents: rowsOf('content') };
    });
}
