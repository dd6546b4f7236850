// Moves a read visit by --shift-days. One whose time cannot be counted then is unreadable: it gets no link and no mark.

import { LATEST_TIME } from '@kurz/click-event';
import { DAY_MS } from '@kurz/process';
import type { ReadLine } from './line-reader';

/**
 * The ingester refuses other times, and no window shows the future. A day is left to clocks that are ahead or took
 * local time for UTC.
 */
export function isCountable(time: number, now: number): boolean {
  return Number.isInteger(time) && time >= 0 && time <= LATEST_TIME && time <= now + DAY_MS;
}

/** `now`: ms since the epoch. */
export function moveVisit(line: ReadLine, shiftDays: number, now: number): ReadLine {
  if (line.kind === 'unreadable') return line;
  const time = line.visit.time + shiftDays * DAY_MS;
  if (!isCountable(time, now)) return { kind: 'unreadable', reason: 'bad_time' };
  return { ...line, visit: { ...line.visit, time } };
}
