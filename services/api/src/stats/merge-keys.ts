// The humans of a window by country, referrer, device, browser, OS and language, each day from its chosen source.

import { CLICK_DIMENSIONS, eachDimension, IMPORTED, type StoredDimension } from '@kurz/click-event';
import type { LiveDay } from '@kurz/live-clicks';
import type { StoredClicks } from './stored-clicks';
import type { StatsWindow } from './window-of';

export type KeyCounts = Record<StoredDimension, Map<string, number>>;

/**
 * Sums by dimension and key. The humans of mergeDays over the same window are the sum of each dimension plus the
 * imported humans, who are in no other dimension.
 */
export function mergeKeys(
  stored: StoredClicks,
  taken: ReadonlyMap<string, LiveDay>,
  window: StatsWindow,
): KeyCounts {
  const make = () => new Map<string, number>();
  const counts: KeyCounts = { ...eachDimension(make), [IMPORTED]: make() };
  const add = (dimension: StoredDimension, key: string, humans: number) => {
    if (humans > 0) counts[dimension].set(key, (counts[dimension].get(key) ?? 0) + humans);
  };
  const yesterdayWeight = taken.has(window.yesterday) ? 0 : 1;
  const todayWeight = taken.has(window.today) ? 0 : 1;
  for (const { dimension, key, older, yesterday, today } of stored.keys) {
    add(dimension, key, older + yesterday * yesterdayWeight + today * todayWeight);
  }
  for (const live of taken.values()) {
    if (live.day < window.clampedTo || live.day > window.to) continue;
    for (const dimension of CLICK_DIMENSIONS) {
      for (const [key, humans] of live.by[dimension]) add(dimension, key, humans);
    }
  }
  return counts;
}
