// Moves the time of a visit by --shift-days. A visit whose new time cannot be counted is unreadable: no link is made
// for it, and its line is not marked as counted.

import { isCountable } from '@kurz/api';
import { DAY_MS } from '@kurz/process';
import type { ReadLine } from './line-reader';

/** `now`: ms since the epoch. */
export function moveVisit(line: ReadLine, shiftDays: number, now: number): ReadLine {
  if (line.kind === 'unreadable') return line;
  const time = line.visit.time + shiftDays * DAY_MS;
  if (!isCountable(time, now)) return { kind: 'unreadable', reason: 'bad_time' };
  return { ...line, visit: { ...line.visit, time } };
}
