// Where live counts lie in Redis. All of a link's keys follow from its id and a day, so that a link is erased without
// looking for its keys.

import { DAY_MS, dayOf } from '@kurz/process';
import { liveDays } from '../port/live-days';

/** Clocks differ, and a reader that is a little behind still asks for the day. */
const SLACK_MS = 3_600_000;

/** Partition → `epoch:position`. A seed begins a new epoch; counts of another epoch than this one's are not read. */
export const POSITIONS_KEY = 'kurz:live:positions';
/** Partition → the id of the batch that is being written; a later writer takes it over. */
export const CLAIMS_KEY = 'kurz:live:claims';

/** Hash of `partition.epoch` → stored counts. */
export const dayKeyOf = (day: string, linkId: string) => `kurz:live:day:${day}:${linkId}`;
/** Hash whose fields are the referrer hosts let in, whatever partition brought them. */
export const hostsKeyOf = (day: string, linkId: string) => `kurz:live:hosts:${day}:${linkId}`;

/** How long a day's keys have to live: to the end of the day after it. */
export function msToLive(day: string, now: number): number {
  return Math.max(Date.parse(day) + 2 * DAY_MS + SLACK_MS - now, 1);
}

/** Every key that may hold something of a link, the day included that only waits for its end. */
export function keysOfLink(linkId: string, now: number): string[] {
  const first = Date.parse(liveDays(now).first) - DAY_MS;
  const days = [0, 1, 2, 3].map((ahead) => dayOf(first + ahead * DAY_MS));
  return days.flatMap((day) => [dayKeyOf(day, linkId), hostsKeyOf(day, linkId)]);
}
