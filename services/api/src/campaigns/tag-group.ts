// The links of a workspace that share campaign, source and medium, and what was clicked in them together.

import type { DayClicks } from './campaign-report';

export type TagGroup = {
  /** Null: the links have UTM parameters, but no campaign. */
  campaign: string | null;
  /** Empty where the links have none. */
  source: string;
  medium: string;
  linkCount: number;
  /** The links' ids with commas between them, empty without a campaign: 100,000 ids are one text, not 100,000. */
  linkIds: string;
};

export type GroupClicks = {
  humans: number;
  qr: number;
  /** Days with humans, in any order; empty where days were not asked for. */
  days: DayClicks[];
};

export const NO_CLICKS: GroupClicks = { humans: 0, qr: 0, days: [] };
