// The links of a workspace that share campaign, source and medium, and the sum of their clicks.

export type TagGroup = {
  /** Null: the links have UTM parameters, but no campaign. */
  campaign: string | null;
  /** Empty when the links have none. */
  source: string;
  medium: string;
  linkCount: number;
  /** The links' ids with commas between them, empty without a campaign: 100,000 ids are one text, not 100,000. */
  linkIds: string;
};

export type GroupClicks = {
  humans: number;
  qr: number;
  /** In the order of the requested days; empty when none were requested, or nothing was clicked. */
  humansByDay: readonly number[];
};

export const NO_CLICKS: GroupClicks = { humans: 0, qr: 0, humansByDay: [] };

/** The unique key of a group, as text. */
export function groupKeyOf({
  campaign,
  source,
  medium,
}: Pick<TagGroup, 'campaign' | 'source' | 'medium'>): string {
  return JSON.stringify([campaign, source, medium]);
}
