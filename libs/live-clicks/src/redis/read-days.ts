// Reads a link's live days from Redis in one round trip: for each group of partitions, the positions and each day's
// counts by partition.

import { capReferrers, isReferrerHost, REFERRER_CAP } from '@kurz/click-event';
import { redirectionOf, runOn, type RedisStore } from '@kurz/redis';
import type { Redis } from 'ioredis';
import type { LiveDay } from '../port/live-clicks';
import { addToLiveDay, emptyLiveDay } from '../port/sum-live-days';
import type { LiveKeys } from './live-keys';
import { decodeState, fieldOf } from './partition-state';
import { countsAt, decodeCounts } from './stored-counts';

type Fields = Map<string, string>;

function fieldsIn(hash: unknown): Fields {
  const fields: Fields = new Map();
  if (typeof hash !== 'object' || hash === null) return fields;
  for (const [field, text] of Object.entries(hash)) fields.set(field, String(text));
  return fields;
}

/** The fields of each hash, read in this order. */
async function readTogether(redis: Redis, names: readonly string[]): Promise<Fields[]> {
  const pipeline = redis.pipeline();
  for (const name of names) pipeline.hgetall(name);
  const replies = await pipeline.exec();
  return names.map((_, index) => {
    const [error, hash] = replies?.[index] ?? [new Error('Redis gave no reply')];
    if (error) throw error;
    return fieldsIn(hash);
  });
}

/** The same. While their slot moves to another server, reads each hash where it is. */
async function readHashes(store: RedisStore, names: readonly [string, ...string[]]): Promise<Fields[]> {
  try {
    return await runOn(store, names[0], (redis) => readTogether(redis, names));
  } catch (error) {
    if (!redirectionOf(error, '')) throw error;
    const read: Fields[] = [];
    for (const name of names)
      read.push(...(await runOn(store, name, (redis) => readTogether(redis, [name]))));
    return read;
  }
}

type Link = { workspaceId: string; linkId: string };

/** Reads positions first: a batch committed after that may already be included, but never only in part. */
async function addGroup(
  { store, keys, sums }: { store: RedisStore; keys: LiveKeys; sums: readonly LiveDay[] },
  { workspaceId, linkId }: Link,
): Promise<void> {
  const names = sums.map(({ day }) => keys.dayOf(day, linkId));
  const [states = new Map<string, string>(), ...stored] = await readHashes(store, [keys.positions, ...names]);
  const positions = new Map<string, number>();
  for (const [partition, text] of states) {
    const state = decodeState(text);
    if (state) positions.set(fieldOf(Number(partition), state.epoch), state.position);
  }
  for (const [index, sum] of sums.entries()) {
    for (const [field, text] of stored[index] ?? []) {
      const position = positions.get(field);
      if (position === undefined) continue;
      const counts = decodeCounts(text, sum.day);
      if (counts.workspaceId === workspaceId) addToLiveDay(sum, countsAt(position, counts));
    }
  }
}

/** Each group has admitted hosts of its own. The hosts with the most humans stay. */
function capHosts(sum: LiveDay): void {
  const hosts = [...sum.by.referrer].filter(([host]) => isReferrerHost(host));
  if (hosts.length <= REFERRER_CAP) return;
  const most = hosts.sort(([, one], [, other]) => other - one).slice(0, REFERRER_CAP);
  const admitted = new Set(most.map(([host]) => host));
  sum.by.referrer = capReferrers(sum.by.referrer, (host) => admitted.has(host));
}

export async function readDays(
  { store, groups }: { store: RedisStore; groups: readonly LiveKeys[] },
  link: Link,
  days: readonly string[],
): Promise<LiveDay[]> {
  if (days.length === 0) return [];
  const sums = days.map(emptyLiveDay);
  await Promise.all(groups.map((keys) => addGroup({ store, keys, sums }, link)));
  if (groups.length > 1) sums.forEach(capHosts);
  return sums.filter(({ requests }) => requests > 0);
}
