// Reads a workspace's campaigns from ClickHouse: in one go where groups and days are few, and where they are many the
// totals first and then the days of those campaigns that the report lists.

import type { ClickHouse } from '@kurz/click-tables';
import { daysIn } from '../stats/calendar-day';
import type { Campaign } from './campaign-report';
import type { ClickScope } from './click-scope';
import { listCampaigns, MOST_CAMPAIGNS } from './list-campaigns';
import { rankCampaigns } from './rank-campaigns';
import { readGroupClicks } from './read-group-clicks';
import { NO_CLICKS, type TagGroup } from './tag-group';

/** Groups × days that come back at most when days are asked for at once: 6 MB. */
const MOST_POINTS = 300_000;

/** `groups` all have a campaign; `isWrittenOnce`: that hasRewrittenPlans has said no. Throws when ClickHouse cannot tell. */
export async function readStoredCampaigns(
  clickHouse: ClickHouse,
  scope: ClickScope,
  { groups, isWrittenOnce }: { groups: readonly TagGroup[]; isWrittenOnce: boolean },
  signal: AbortSignal,
): Promise<Campaign[]> {
  const byDay = groups.length * daysIn(scope.first, scope.last) <= MOST_POINTS;
  const clicks = await readGroupClicks(clickHouse, scope, { groups, byDay, isWrittenOnce }, signal);
  const parts = groups.map((group, index) => ({ group, clicks: clicks[index] ?? NO_CLICKS }));
  const listed = rankCampaigns(parts).slice(0, MOST_CAMPAIGNS);
  if (byDay) return listCampaigns(listed);
  const whole = listed.map(({ linkCount, parts }) => ({
    linkCount,
    linkIds: parts.map(({ group }) => group.linkIds).join(','),
  }));
  const asked = { groups: whole, byDay: true, isWrittenOnce };
  const byCampaign = await readGroupClicks(clickHouse, scope, asked, signal);
  return listCampaigns(
    listed,
    byCampaign.map(({ days }) => days),
  );
}
