// The days of a campaign, from those of its parts.

import type { DayClicks } from './campaign-report';

/** Ascending; each day with the humans of all parts. */
export function seriesOf(parts: Iterable<readonly DayClicks[]>): DayClicks[] {
  const humans = new Map<string, number>();
  for (const days of parts) {
    for (const { date, human } of days) humans.set(date, (humans.get(date) ?? 0) + human);
  }
  return [...humans].map(([date, human]) => ({ date, human })).sort((a, b) => (a.date < b.date ? -1 : 1));
}
