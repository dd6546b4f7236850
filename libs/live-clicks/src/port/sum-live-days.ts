// Adds counts of one link's day.

import { CLICK_DIMENSIONS, eachDimension } from '@kurz/click-event';
import type { DayCounts, LiveDay } from './live-clicks';

export function emptyLiveDay(day: string): LiveDay {
  return {
    day,
    requests: 0,
    bots: 0,
    qr: 0,
    humansByHour: new Array<number>(24).fill(0),
    by: eachDimension(() => new Map<string, number>()),
  };
}

/** Adds `more` to `sum` in place. */
export function addToLiveDay(sum: LiveDay, more: DayCounts): void {
  sum.requests += more.requests;
  sum.bots += more.bots;
  sum.qr += more.qr;
  more.humansByHour.forEach((humans, hour) => {
    sum.humansByHour[hour] = (sum.humansByHour[hour] ?? 0) + humans;
  });
  for (const dimension of CLICK_DIMENSIONS) {
    const counts = sum.by[dimension];
    for (const [key, humans] of more.by[dimension]) counts.set(key, (counts.get(key) ?? 0) + humans);
  }
}
