// What ClickHouse said of one link, its three tables seen at one moment.

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
  /** By day, `YYYY-MM-DD`; the recent days also where the window holds only one of them. */
  days: ReadonlyMap<string, DayCounts>;
  keys: readonly StoredKey[];
  /** Humans by the hour's start, ms since the epoch. */
  hours: ReadonlyMap<number, number>;
};

/** What an absent ClickHouse knows. */
export const NOTHING_STORED: StoredClicks = { days: new Map(), keys: [], hours: new Map() };
