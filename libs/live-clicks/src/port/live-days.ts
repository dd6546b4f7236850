// Which UTC days live counts are kept for.

import { DAY_MS, dayOf } from '@kurz/process';

/**
 * The first and the last day kept. Tomorrow is among them, because a redirector's clock may run ahead of this one's
 * and what it counts just before midnight must not be lost.
 */
export function liveDays(now: number): { first: string; last: string } {
  return { first: dayOf(now - DAY_MS), last: dayOf(now + DAY_MS) };
}
