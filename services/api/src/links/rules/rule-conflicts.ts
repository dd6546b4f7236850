// Finds contradicting rules: one that an earlier rule leaves nothing to match, and two whose times overlap.

import type { Reason } from '../../errors/reasons';
import { fullTime, type RuleObject, type TimeObject, type WhenObject } from './rule-object';

const LISTS = ['country', 'device', 'system', 'browser', 'language'] as const;
const DAY = 1_440;
const WEEK = 7 * DAY;

/** Minutes of the week; the end is exclusive. */
type Span = readonly [begin: number, end: number];

/** Sorted spans that do not touch. A span that goes beyond Sunday continues at the beginning of the week. */
function spansOf(time: TimeObject): Span[] {
  const { days, from, to } = fullTime(time);
  const length = from < to ? to - from : DAY - from + to;
  const spans = days.flatMap((day): Span[] => {
    const begin = (day - 1) * DAY + from;
    const end = begin + length;
    return end <= WEEK
      ? [[begin, end]]
      : [
          [begin, WEEK],
          [0, end - WEEK],
        ];
  });
  const joined: Span[] = [];
  for (const [begin, end] of spans.sort(([one], [other]) => one - other)) {
    const last = joined.at(-1);
    if (last?.[1] === begin) joined[joined.length - 1] = [last[0], end];
    else joined.push([begin, end]);
  }
  return joined;
}

const isWithinList = (inner: readonly string[] | undefined, outer: readonly string[] | undefined) =>
  outer === undefined || (inner !== undefined && inner.every((value) => outer.includes(value)));

function isWithinQuery(inner: WhenObject['query'], outer: WhenObject['query']): boolean {
  if (!outer) return true;
  return inner?.name === outer.name && (outer.value === undefined || inner.value === outer.value);
}

function isWithinTime(inner: TimeObject | undefined, outer: TimeObject | undefined): boolean {
  if (!outer) return true;
  const spans = spansOf(outer);
  if (spans.length === 1 && spans[0]?.[0] === 0 && spans[0][1] === WEEK) return true;
  return (
    inner?.zone === outer.zone &&
    spansOf(inner).every(([begin, end]) => spans.some((span) => span[0] <= begin && end <= span[1]))
  );
}

/** Whether `outer` matches everything that `inner` matches, apart from their times. */
const isWithinButTime = (inner: WhenObject, outer: WhenObject) =>
  LISTS.every((list) => isWithinList(inner[list], outer[list])) &&
  (outer.via === undefined || inner.via === outer.via) &&
  isWithinQuery(inner.query, outer.query);

function overlap(one: TimeObject | undefined, other: TimeObject | undefined): boolean {
  if (!one || !other || one.zone !== other.zone) return false;
  const spans = spansOf(one);
  return spansOf(other).some(([begin, end]) => spans.some((span) => span[0] < end && begin < span[1]));
}

/** Returns the first faulty rule. Overlaps count when both times have one zone and the rest of the rules is equal. */
export function findConflict(rules: readonly RuleObject[]): { index: number; reason: Reason } | undefined {
  for (const [index, { when }] of rules.entries()) {
    for (const { when: earlier } of rules.slice(0, index)) {
      if (!isWithinButTime(when, earlier)) continue;
      if (isWithinTime(when.time, earlier.time)) return { index, reason: 'never_matches' };
      if (isWithinButTime(earlier, when) && overlap(earlier.time, when.time))
        return { index, reason: 'overlapping_times' };
    }
  }
  return undefined;
}
