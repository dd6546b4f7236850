// Reads what the live counts know of a workspace's campaigns, while ClickHouse is away.

import type { Db } from '@kurz/database';
import type { LiveClicks } from '@kurz/live-clicks';
import type { Campaign } from './campaign-report';
import { findBusyLinks } from './find-busy-links';
import { MAX_TAG_LENGTH } from './find-tag-groups';
import { groupKeyOf, NO_CLICKS, type TagGroup } from './tag-group';
import { listCampaigns, MAX_CAMPAIGNS } from './list-campaigns';
import { rankCampaigns } from './rank-campaigns';
import { readLiveGroupClicks } from './read-live-group-clicks';

/** Live counts are kept link by link; the visits of a day are mostly those of the busiest links. */
export const MAX_LINKS = 2_000;

export type LiveScope = { workspaceId: string; days: string[] };

/** `groups` all have a campaign. Throws when the live counts cannot be read. */
export async function readLiveCampaigns(
  deps: { db: Db; liveClicks: LiveClicks },
  { workspaceId, days }: LiveScope,
  groups: readonly TagGroup[],
): Promise<Campaign[]> {
  const links = await findBusyLinks(deps.db, workspaceId, { most: MAX_LINKS, maxTagLength: MAX_TAG_LENGTH });
  const live = await readLiveGroupClicks(deps.liveClicks, workspaceId, { links, days });
  const parts = groups.map((group) => ({ group, clicks: live.get(groupKeyOf(group)) ?? NO_CLICKS }));
  return listCampaigns(rankCampaigns(parts).slice(0, MAX_CAMPAIGNS), days);
}
