// The link cache on Redis: the API applies to it, redirectors read, fill and listen. One primary (with replicas and
// Sentinel, or a managed one), with `maxmemory-policy noeviction`. Nothing in it is the only copy of anything.
//
// An older version never replaces a newer one:
// 1. A stored entry gives way only to a higher version; the script compares and stores in one step.
// 2. What Redis may have forgotten, it has forgotten with a new epoch (current-epoch.ts). A fill names the epoch in
//    which its read of Postgres began, and is not stored in another. Each read brings the epoch along: a primary that
//    became a replica and closed no connection has the epoch of its successor, and with it what was published there.
// 3. Within an epoch only time forgets. A fill is stored within a minute of its watermark or not at all; a tombstone
//    stays for a day and so outlives every fill that began before it.
//
// An entry that is not stored is answered as it is; a reader that must not use it receives the published key and asks
// again. Not covered: a writer that stops between reading Postgres and applying for over a day, or across a FLUSHALL
// while a newer change passes it.
//
// Keys: `kurz:epoch`; `kurz:link:<epoch>:<zone>/<slug>` with the entry (entry-text.ts) and a time to live.
// Channels: `kurz:changes` for the published keys, `kurz:beat:<random>` for each subscriber's heartbeat.

import { type Clock, type Log } from '@kurz/process';
import { InfrastructureError } from '@kurz/resilience';
import type { Redis } from 'ioredis';
import type { LinkCacheEntry, LinkCacheKey, LinkCache, ReadWatermark } from '../port/link-cache';
import { openChangeChannel } from './change-channel';
import { makeChangeListeners } from './change-listeners';
import { encodeChangedKey } from './changed-key-text';
import { EPOCH_KEY, isOfSameServer, makeCurrentEpoch } from './current-epoch';
import { decodeEntry } from './entry-text';
import { CHANGES_CHANNEL, nameOf, ONE_SERVER, putEntry } from './put-entry';
import {
  keepMsOf,
  keepMsOfFill,
  redisLinkCacheSettingsOf,
  type RedisLinkCacheSettings,
} from './redis-link-cache-settings';
import { makeSubscribe } from './subscribe';
import { warnOfEviction } from './warn-of-eviction';

const MAX_NAMES = 256;

/**
 * The texts that Redis holds under `names`; undefined when it is in another epoch. Redis serves nothing else during a
 * command, so many names are split over several.
 */
async function readTexts(
  redis: Redis,
  epoch: string,
  names: readonly string[],
): Promise<(string | null)[] | undefined> {
  const rest = names.length > MAX_NAMES ? readTexts(redis, epoch, names.slice(MAX_NAMES)) : [];
  const [[held, ...texts], later] = await Promise.all([
    redis.mget(EPOCH_KEY, ...names.slice(0, MAX_NAMES)),
    rest,
  ]);
  return held === epoch && later ? [...texts, ...later] : undefined;
}

export type RedisLinkCacheDeps = {
  /** For everything but listening. Stays open when the link cache is closed, as does `subscriber`. */
  redis: Redis;
  /** A connection for the subscription alone; needed by `subscribe` only. */
  subscriber?: Redis;
  log: Log;
  clock: Clock;
};

// a link cache that is flushed again between two attempts is a broken one
const APPLY_ATTEMPTS = 3;

export function makeRedisLinkCache(deps: RedisLinkCacheDeps, given: RedisLinkCacheSettings = {}): LinkCache {
  const { redis, subscriber, log, clock } = deps;
  const settings = redisLinkCacheSettingsOf(given);
  const epoch = makeCurrentEpoch(redis);
  const listeners = makeChangeListeners(log);
  const stopWarning = warnOfEviction(redis, log);

  const currentEpoch = async () => epoch.known() || (await epoch.fetch());
  /** Refreshes the epoch in the background, for the next call. */
  const refreshEpoch = () => void epoch.fetch().catch(() => undefined);
  const watermark = (): ReadWatermark => ({ epoch: epoch.known(), at: clock.now() });

  const fill = async (key: LinkCacheKey, entry: LinkCacheEntry, since: ReadWatermark) => {
    if (since.epoch === '') return entry;
    const keepMs = keepMsOfFill(settings, { entry, since, now: clock.now() });
    const put = { bucket: ONE_SERVER, epoch: since.epoch, key, entry, keepMs, isPublished: false };
    const outcome = await putEntry(redis, put);
    if (outcome.kind === 'holds') return outcome.entry;
    if (outcome.kind === 'other-epoch') refreshEpoch();
    return entry;
  };

  const apply = async (key: LinkCacheKey, entry: LinkCacheEntry) => {
    const keepMs = keepMsOf(settings, entry);
    for (let attempt = 1; attempt <= APPLY_ATTEMPTS; attempt++) {
      const put = {
        bucket: ONE_SERVER,
        epoch: await currentEpoch(),
        key,
        entry,
        keepMs,
        isPublished: true,
      };
      if ((await putEntry(redis, put)).kind !== 'other-epoch') return;
      await epoch.fetch();
    }
    throw new InfrastructureError('the link cache forgets faster than it can be told', true);
  };

  const { subscribe, close } = makeSubscribe(listeners, () => {
    if (!subscriber) throw new Error('this link cache was made without a connection for listening');
    return openChangeChannel(
      { redis, subscriber, epoch, isEmptied: isOfSameServer, listeners, log },
      settings,
    );
  });

  const getAll = async (keys: readonly LinkCacheKey[]) => {
    const current = await currentEpoch();
    const names = keys.map((key) => nameOf(ONE_SERVER, current, key));
    const texts = await readTexts(redis, current, names);
    if (!texts) {
      refreshEpoch();
      return keys.map(() => undefined);
    }
    return texts.map((text) => (text === null ? undefined : decodeEntry(text)));
  };

  return {
    get: async (key) => (await getAll([key]))[0],
    getAll,
    watermark,
    fill: async (key, entry, since) => {
      if (!since) await currentEpoch();
      return fill(key, entry, since ?? watermark());
    },
    apply,
    publishZone: async (zoneId) => {
      // a replica would accept the message and pass it to nobody else, but it refuses this
      await epoch.fetch();
      await redis.publish(CHANGES_CHANNEL, encodeChangedKey({ zoneId, slug: null }));
    },
    subscribe,
    close: async () => {
      stopWarning();
      epoch.close();
      await close();
    },
  };
}
