// Turns the query's `from` and `to` into the window that is read, within the plan's retention.

import { dayOf } from '@kurz/process';
import type { Reason } from '../errors/reasons';
import { refuse, type Refusal } from '../errors/refusal';
import { dayAt, dayNumberOf } from './calendar-day';

/** The days of a window with at most one given end, both ends included. */
const DEFAULT_DAYS = 30;
/** The first day whose year has four digits. */
const FIRST_DAY = dayNumberOf('0000-01-01') ?? 0;

/** Days as `YYYY-MM-DD`, UTC. */
export type StatsWindow = {
  /** The moment all of the answer is computed for, ms since the epoch. */
  now: number;
  today: string;
  yesterday: string;
  /** The requested or derived start and end; `from` ≤ `to` ≤ today. */
  from: string;
  to: string;
  /**
   * The first day that is read: `from`, or the retention's first day, even when it lies after `to` (nothing is read
   * then).
   */
  clampedTo: string;
  retentionDays: number;
};

export type WindowOutcome =
  | { kind: 'window'; window: StatsWindow }
  | { kind: 'not_a_date'; parameter: 'from' | 'to' }
  | { kind: 'repeated'; parameter: 'from' | 'to' }
  | { kind: 'from_after_to' }
  /** `from` is in the future, and no `to` was given, or a later one. */
  | { kind: 'from_in_the_future' };

export type WindowQuery = Readonly<Record<string, string | string[]>>;

function ends(from: number | undefined, to: number | undefined, today: number): { from: number; to: number } {
  const end = Math.min(to ?? (from === undefined ? today : from + DEFAULT_DAYS - 1), today);
  return { from: from ?? Math.max(FIRST_DAY, end - DEFAULT_DAYS + 1), to: end };
}

/** Reads `from` and `to`, an empty one as missing. N days of retention are today and the N−1 days before it. */
export function windowOf(query: WindowQuery, at: { now: number; retentionDays: number }): WindowOutcome {
  const given: { from?: number; to?: number } = {};
  for (const parameter of ['from', 'to'] as const) {
    const text = query[parameter];
    if (text === undefined || text === '') continue;
    if (typeof text !== 'string') return { kind: 'repeated', parameter };
    given[parameter] = dayNumberOf(text);
    if (given[parameter] === undefined) return { kind: 'not_a_date', parameter };
  }
  const today = dayNumberOf(dayOf(at.now)) ?? 0;
  const { from, to } = ends(given.from, given.to, today);
  if (from > to) return { kind: from > (given.to ?? from) ? 'from_after_to' : 'from_in_the_future' };
  // no visit is older than 1970, however long a plan's retention
  const floor = Math.max(0, today - at.retentionDays + 1);
  return {
    kind: 'window',
    window: {
      now: at.now,
      today: dayAt(today),
      yesterday: dayAt(today - 1),
      from: dayAt(from),
      to: dayAt(to),
      clampedTo: dayAt(Math.max(from, floor)),
      retentionDays: at.retentionDays,
    },
  };
}

/** The refusal of a query that names no readable window. */
export function refuseWindow(outcome: Exclude<WindowOutcome, { kind: 'window' }>): Refusal {
  const invalid = (field: string, reason: Reason) => refuse('VALIDATION_FAILED', { field, reason });
  switch (outcome.kind) {
    case 'from_after_to':
      return invalid('from', 'from_after_to');
    case 'from_in_the_future':
      return invalid('from', 'in_the_future');
    default:
      return invalid(outcome.parameter, outcome.kind);
  }
}
