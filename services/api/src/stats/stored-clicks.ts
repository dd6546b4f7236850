// ClickHouse's counts of one link, or of many together. Its three tables are read at one moment.

import type { StoredDimension } from '@kurz/click-event';

export type DayCounts = { requests: number; bots: number; qr: number };

/** Humans of one key: in the window's days before yesterday together, and in each of the two recent days. */
export type StoredKey = {
  dimension: StoredDimension;
  key: string;
  older: number;
  yesterday: number;
  today: number;
};

export type StoredClicks = {
  /** By day, `YYYY-MM-DD`; has both recent days even when the window holds only one of them. */
  days: ReadonlyMap<string, DayCounts>;
  keys: readonly StoredKey[];
  /** Humans by the hour's start, ms since the epoch. */
  hours: ReadonlyMap<number, number>;
};

/** The counts when ClickHouse is away or there are no links. */
export const NOTHING_STORED: StoredClicks = { days: new Map(), keys: [], hours: new Map() };
