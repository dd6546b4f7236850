// Puts groups of links and their clicks together as campaigns, in the report's order.

import type { GroupClicks, TagGroup } from './tag-group';

export type CampaignPart = { group: TagGroup; clicks: GroupClicks };

export type RankedCampaign = {
  campaign: string;
  linkCount: number;
  humanClicks: number;
  qrScans: number;
  parts: CampaignPart[];
};

const byClicksThenName = (a: RankedCampaign, b: RankedCampaign) =>
  b.humanClicks - a.humanClicks || (a.campaign < b.campaign ? -1 : 1);

/** Links without a campaign are left out. */
export function rankCampaigns(parts: Iterable<CampaignPart>): RankedCampaign[] {
  const campaigns = new Map<string, RankedCampaign>();
  for (const part of parts) {
    const { campaign, linkCount } = part.group;
    if (campaign === null) continue;
    const found = campaigns.get(campaign);
    if (found) {
      found.linkCount += linkCount;
      found.humanClicks += part.clicks.humans;
      found.qrScans += part.clicks.qr;
      found.parts.push(part);
    } else {
      const { humans, qr } = part.clicks;
      campaigns.set(campaign, { campaign, linkCount, humanClicks: humans, qrScans: qr, parts: [part] });
    }
  }
  return [...campaigns.values()].sort(byClicksThenName);
}
