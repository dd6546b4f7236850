// How fresh an answer is: from the window, from how far the click stream is consolidated, and from whether ClickHouse
// answered.

import { DAY_MS } from '@kurz/process';
import { startOfDay } from './calendar-day';
import type { Freshness } from './link-stats';
import type { StatsWindow } from './window-of';

/** Whether the window's days that are read end on a day that the live counts know: today or yesterday. */
export function coversLiveDays(window: StatsWindow): boolean {
  return window.to >= window.yesterday && window.to >= window.clampedTo;
}

export type Sources = {
  isStoreAway: boolean;
  /** Every visit before this time is in ClickHouse, ms; undefined while nothing is known of the stream. */
  consolidatedUntil: number | undefined;
  /** Days for which the live counts were ahead. */
  liveDays: Iterable<string>;
};

export function freshnessOf(window: StatsWindow, sources: Sources): Freshness {
  if (sources.isStoreAway) return 'degraded';
  for (const day of sources.liveDays) {
    if (day >= window.clampedTo && day <= window.to) return 'todayLive';
  }
  const end = startOfDay(window.to) + DAY_MS;
  const isPast = window.to < window.today;
  return isPast && (sources.consolidatedUntil ?? -Infinity) >= end ? 'final' : 'todayLive';
}
