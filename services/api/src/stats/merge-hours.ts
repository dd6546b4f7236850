// The rolling last 24 hours of humans, whatever the window; each day's hours from the source chosen for the day.

import type { LiveDay } from '@kurz/live-clicks';
import { dayOf } from '@kurz/process';
import type { StoredClicks } from './stored-clicks';

const HOUR_MS = 3_600_000;
const BUCKETS = 24;

/** Start of the hour 23 hours before the current one, ms since the epoch. */
export function firstHourOf(now: number): number {
  return (Math.floor(now / HOUR_MS) - (BUCKETS - 1)) * HOUR_MS;
}

/** 24 counts; the last is the current, partial hour. */
export function mergeHours(stored: StoredClicks, taken: ReadonlyMap<string, LiveDay>, now: number): number[] {
  const first = firstHourOf(now);
  return Array.from({ length: BUCKETS }, (_, bucket) => {
    const start = first + bucket * HOUR_MS;
    const live = taken.get(dayOf(start));
    if (live) return live.humansByHour[new Date(start).getUTCHours()] ?? 0;
    return stored.hours.get(start) ?? 0;
  });
}
