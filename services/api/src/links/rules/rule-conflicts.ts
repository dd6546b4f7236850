// Rules that contradict each other: one that an earlier rule leaves nothing to match, and two whose times overlap.

import type { Reason } from '../../errors/reasons';
import { fullTime, type RuleObject, type TimeObject, type WhenObject } from './rule-object';

const LISTS = ['country', 'device', 'system', 'browser', 'language'] as const;
const DAY = 1_440;
const WEEK = 7 * DAY;

/** The minutes of the week; of a time that goes on after Sunday both parts. */
function minutesOf(time: TimeObject): Set<number> {
  const { days, from, to } = fullTime(time);
  const length = from < to ? to - from : DAY - from + to;
  const minutes = new Set<number>();
  for (const day of days) {
    for (let at = 0; at < length; at++) minutes.add(((day - 1) * DAY + from + at) % WEEK);
  }
  return minutes;
}

const isWithinList = (inner: readonly string[] | undefined, outer: readonly string[] | undefined) =>
  outer === undefined || (inner !== undefined && inner.every((value) => outer.includes(value)));

function isWithinQuery(inner: WhenObject['query'], outer: WhenObject['query']): boolean {
  if (!outer) return true;
  return inner?.name === outer.name && (outer.value === undefined || inner.value === outer.value);
}

function isWithinTime(inner: TimeObject | undefined, outer: TimeObject | undefined): boolean {
  if (!outer) return true;
  const minutes = minutesOf(outer);
  if (minutes.size === WEEK) return true;
  return inner?.zone === outer.zone && [...minutesOf(inner)].every((minute) => minutes.has(minute));
}

/** Whether whatever matches `inner` matches `outer`, their times aside. */
const isWithinButTime = (inner: WhenObject, outer: WhenObject) =>
  LISTS.every((list) => isWithinList(inner[list], outer[list])) &&
  (outer.via === undefined || inner.via === outer.via) &&
  isWithinQuery(inner.query, outer.query);

function overlap(one: TimeObject | undefined, other: TimeObject | undefined): boolean {
  if (!one || !other || one.zone !== other.zone) return false;
  const minutes = minutesOf(one);
  return [...minutesOf(other)].some((minute) => minutes.has(minute));
}

/** The first rule at fault. Two times are compared where they are of one zone and the rest of their rules is the same. */
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
