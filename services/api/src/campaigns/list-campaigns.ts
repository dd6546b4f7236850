// The campaigns as a report lists them, from the ranked ones and the days of each.

import { setImmediate as breathe } from 'node:timers/promises';
import type { Campaign } from './campaign-report';
import { drillOf } from './drill-of';
import type { RankedCampaign } from './rank-campaigns';
import { seriesOf } from './series-of';
import type { GroupClicks } from './tag-group';

/** 1,000 campaigns over two years are 25 MB of JSON; `totalCampaigns` counts those left out. */
export const MAX_CAMPAIGNS = 1_000;

/** Rows of one campaign; drillOf folds what is beyond into one of them. */
export const MAX_DRILLS = 1_000;

/** Campaigns put together before other requests have their turn: 5 ms with two years of days each. */
const CAMPAIGNS_AT_A_TIME = 25;

/** `days`: the days of `humansByDay`. `byCampaign`: each campaign's clicks, when its parts were read without days. */
export async function listCampaigns(
  ranked: readonly RankedCampaign[],
  days: readonly string[],
  byCampaign?: readonly GroupClicks[],
): Promise<Campaign[]> {
  const campaigns: Campaign[] = [];
  for (const [index, { campaign, linkCount, humanClicks, qrScans, parts }] of ranked.entries()) {
    const whole = byCampaign?.[index];
    const series = seriesOf(days, whole ? [whole] : parts.map(({ clicks }) => clicks));
    campaigns.push({
      campaign,
      linkCount,
      humanClicks,
      qrScans,
      series,
      drill: drillOf(parts, MAX_DRILLS),
    });
    if (campaigns.length % CAMPAIGNS_AT_A_TIME === 0) await breathe();
  }
  return campaigns;
}
