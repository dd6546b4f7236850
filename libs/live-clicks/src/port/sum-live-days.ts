// Adds counts of one link's day.

import { DIMENSIONS, type DayCounts, type LiveDay } from './live-clicks';

export function emptyLiveDay(day: string): LiveDay {
  return {
    day,
    requests: 0,
    bots: 0,
    qr: 0,
    humansByHour: new Array<number>(24).fill(0),
    by: {
      geo: new Map(),
      referrer: new Map(),
      device: new Map(),
      browser: new Map(),
      os: new Map(),
      language: new Map(),
    },
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
  for (const dimension of DIMENSIONS) {
    const counts = sum.by[dimension];
    for (const [key, humans] of more.by[dimension]) counts.set(key, (counts.get(key) ?? 0) + humans);
  }
}
