// Additions and sums for the tests of live counts.

import { makeMemoryLiveClicks, type LiveAddition, type LiveDay } from '@kurz/live-clicks';

export const NOON = Date.parse('2026-03-02T12:00:00Z');
export const TODAY = '2026-03-02';
export const YESTERDAY = '2026-03-01';
export const DAY_MS = 86_400_000;
export const LINK = { workspaceId: 'ws_1', linkId: 'lnk_1' };

/** `humans` people from Austria at noon, spread over the referrers, and one bot. */
export function additionOf(
  humans: number,
  change: Partial<LiveAddition> = {},
  hosts = ['~direct'],
): LiveAddition {
  return {
    ...LINK,
    day: TODAY,
    requests: humans + 1,
    bots: 1,
    qr: 0,
    humansByHour: Array.from({ length: 24 }, (_, hour) => (hour === 12 ? humans : 0)),
    by: {
      geo: new Map([['AT', humans]]),
      referrer: new Map(hosts.map((host) => [host, humans / hosts.length])),
      device: new Map([['desktop', humans]]),
      browser: new Map([['Firefox', humans]]),
      os: new Map([['Linux', humans]]),
      language: new Map([['de', humans]]),
      variant: new Map(),
    },
    ...change,
  };
}

export const hostNames = (count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => `site-${from + index}.example`);

/** The days with their lists sorted, so that two results can be compared. */
export function sorted(days: readonly LiveDay[]) {
  return days.map((day) => ({
    ...day,
    by: Object.fromEntries(
      Object.entries(day.by).map(([dimension, counts]) => [dimension, [...counts].sort()]),
    ),
  }));
}

export const memoryAt = (time: number) => makeMemoryLiveClicks({ clock: { now: () => time } });
