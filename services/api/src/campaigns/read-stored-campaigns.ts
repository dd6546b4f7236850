// Reads a workspace's campaigns from ClickHouse: in one query where groups and days are few, otherwise the totals first
// and then the days of the campaigns that the report lists.

import type { ClickHouse } from '@kurz/click-tables';
import type { ReadLimits } from '../analytics/query-analytics';
import { daysFrom } from '../stats/calendar-day';
import type { Campaign } from './campaign-report';
import type { ClickScope } from './click-scope';
import { listCampaigns, MAX_CAMPAIGNS } from './list-campaigns';
import { rankCampaigns } from './rank-campaigns';
import { readGroupClicks } from './read-group-clicks';
import { NO_CLICKS, type TagGroup } from './tag-group';

/** Groups × days that come back at most when days are asked for at once: 2 to 6 MB. */
const MAX_POINTS = 1_000_000;

/** `groups` all have a campaign. Throws when ClickHouse does not answer. */
export async function readStoredCampaigns(
  clickHouse: ClickHouse,
  scope: ClickScope,
  groups: readonly TagGroup[],
  limits: ReadLimits,
): Promise<Campaign[]> {
  const days = daysFrom(scope.first, scope.last);
  const byDay = groups.length * days.length <= MAX_POINTS;
  const clicks = await readGroupClicks(clickHouse, scope, { groups, byDay }, limits);
  const parts = groups.map((group, index) => ({ group, clicks: clicks[index] ?? NO_CLICKS }));
  const listed = rankCampaigns(parts).slice(0, MAX_CAMPAIGNS);
  if (byDay) return listCampaigns(listed, days);
  const whole = listed.map(({ linkCount, parts }) => ({
    linkCount,
    linkIds: parts.map(({ group }) => group.linkIds).join(','),
  }));
  return listCampaigns(
    listed,
    days,
    await readGroupClicks(clickHouse, scope, { groups: whole, byDay: true }, limits),
  );
}
