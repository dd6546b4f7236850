// The keys of live counts in Redis. All of a link's keys follow from its id and a day, so that a link is erased without
// looking for its keys.
//
// On one server all partitions share a link's keys. On a cluster they are in 32 groups: the keys of a group are in one
// slot, so that a script may use all that a batch needs, and groups are spread evenly over equal primaries.

import { DAY_MS, dayOf } from '@kurz/process';
import { evenTags, isRedisCluster, type RedisStore } from '@kurz/redis';
import { liveDays } from '../port/live-days';

/** Clocks differ, and a reader that is a little behind still asks for the day. */
const SLACK_MS = 3_600_000;

const GROUPS = 32;

/** The keys of a group of partitions. */
export type LiveKeys = {
  /** Partition → `epoch:position`. A seed begins a new epoch; counts of another epoch than this one's are not read. */
  positions: string;
  /** Partition → the id of the batch that is being written; a later writer takes it over. */
  claims: string;
  /** Hash of `partition.epoch` → stored counts. */
  dayOf: (day: string, linkId: string) => string;
  /** Hash whose fields are the referrer hosts admitted, whatever partition brought them. */
  hostsOf: (day: string, linkId: string) => string;
};

const keysWith = (prefix: string): LiveKeys => ({
  positions: `${prefix}positions`,
  claims: `${prefix}claims`,
  dayOf: (day, linkId) => `${prefix}day:${day}:${linkId}`,
  hostsOf: (day, linkId) => `${prefix}hosts:${day}:${linkId}`,
});

export type LiveGroups = {
  all: readonly LiveKeys[];
  of: (partition: number) => LiveKeys;
};

export function liveGroupsOf(store: RedisStore): LiveGroups {
  const one = keysWith('kurz:live:');
  if (!isRedisCluster(store)) return { all: [one], of: () => one };
  const all = evenTags(GROUPS).map((tag) => keysWith(`kurz:live:{${tag}}:`));
  return { all, of: (partition) => all[partition % GROUPS] ?? one };
}

/** How long a day's keys have to live: to the end of the day after it. */
export function msToLive(day: string, now: number): number {
  return Math.max(Date.parse(day) + 2 * DAY_MS + SLACK_MS - now, 1);
}

/** Every key of a group that may hold counts of a link, including the day that only waits to expire. */
export function keysOfLink(keys: LiveKeys, linkId: string, now: number): string[] {
  const first = Date.parse(liveDays(now).first) - DAY_MS;
  const days = [0, 1, 2, 3].map((ahead) => dayOf(first + ahead * DAY_MS));
  return days.flatMap((day) => [keys.dayOf(day, linkId), keys.hostsOf(day, linkId)]);
}
