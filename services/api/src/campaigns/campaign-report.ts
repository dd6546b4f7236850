// The body of a campaign report, as the contract's §2.4 lists it. Dates are UTC, counts non-negative integers.

import type { Freshness } from '../stats/link-stats';

export type CampaignReport = {
  range: { from: string; to: string; clampedTo: string; retentionDays: number };
  /** Always false: without reports in the plan the request is refused. */
  teaser: boolean;
  /** The number of all campaigns, including those that `campaigns` has no room for. */
  totalCampaigns: number;
  /** Links with any UTM parameter, those without a campaign included. */
  taggedLinks: number;
  /** Left out when `taggedLinks` is 0. By human clicks, largest first, then by name. */
  campaigns?: Campaign[];
  freshness: Freshness;
};

export type Campaign = {
  campaign: string;
  linkCount: number;
  /** Scans included. */
  humanClicks: number;
  qrScans: number;
  /** Days with human clicks, ascending. */
  series: DayClicks[];
  /** By human clicks, largest first; sums to the campaign's links and clicks. A missing tag is an empty string. */
  drill: Drill[];
};

export type DayClicks = { date: string; human: number };

export type Drill = { source: string; medium: string; linkCount: number; humanClicks: number };
