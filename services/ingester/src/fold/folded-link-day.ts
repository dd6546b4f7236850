// What fold makes of a batch and write puts into the tables: one link's counts of one UTC day.
import type { ClickDimension } from '@kurz/click-tables';

export type HourCounts = { requests: number; bots: number; qr: number };

/** `requests` = bots + humans; `qr` counts human scans. */
export type FoldedLinkDay = HourCounts & {
  workspaceId: string;
  linkId: string;
  /** `YYYY-MM-DD`, UTC. */
  day: string;
  /** 24 of them; each figure sums to the day's. */
  byHour: HourCounts[];
  /** Humans by key, keys in code-unit order; each dimension sums to requests - bots. */
  by: Record<ClickDimension, Map<string, number>>;
};
