// The days of a window, each from the source that was chosen for it.

import type { LiveDay } from '@kurz/live-clicks';
import type { DayCounts, StoredClicks } from './stored-clicks';

export type CountedDay = DayCounts & { day: string };

/** Days with requests from `first` to `last`, ascending. */
export function mergeDays(
  stored: StoredClicks,
  taken: ReadonlyMap<string, LiveDay>,
  span: { first: string; last: string },
): CountedDay[] {
  const days = new Map<string, DayCounts>([...stored.days, ...taken]);
  return [...days]
    .filter(([day, counts]) => day >= span.first && day <= span.last && counts.requests > 0)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([day, { requests, bots, qr }]) => ({ day, requests, bots, qr }));
}
