// Today and yesterday are known to ClickHouse and to the live counts, and each can only lag: for a day, the one that
// has seen more requests is taken, wholesale, so that totals, lists and hours never mix.

import type { LiveDay } from '@kurz/live-clicks';
import type { StoredClicks } from './stored-clicks';

/** The live days to take in ClickHouse's place, by day. */
export function liveDaysToTake(stored: StoredClicks, live: readonly LiveDay[]): Map<string, LiveDay> {
  const ahead = live.filter((day) => day.requests > (stored.days.get(day.day)?.requests ?? 0));
  return new Map(ahead.map((day) => [day.day, day]));
}
