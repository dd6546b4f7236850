// What a batch aggregates to: one link's counts of one UTC day.

import type { ClickDimension, HumansByKey } from '@kurz/click-event';

export type Counts = { requests: number; bots: number; qr: number };

/** `hour`: 0 to 23, UTC. */
export type HourCounts = Counts & { hour: number };

/** `requests` = bots + humans; `qr` counts human scans. */
export type LinkDayCounts = Counts & {
  workspaceId: string;
  linkId: string;
  /** `YYYY-MM-DD`, UTC. */
  day: string;
  /** Hours with visits, in order; each figure sums to the day's. */
  byHour: HourCounts[];
  /** Humans by key, keys in code-unit order; each dimension sums to requests - bots. */
  by: Record<ClickDimension, HumansByKey>;
};
