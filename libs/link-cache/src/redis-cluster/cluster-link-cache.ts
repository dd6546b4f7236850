// The link cache on a Redis Cluster. It keeps the promises of redis-link-cache.ts in each of 256 buckets (buckets.ts).
// Each bucket has an epoch of its own, on its primary.
//
// An epoch carries the id of the server that began it. A promoted replica, and a primary that was given the bucket,
// begin another epoch, so entries that may be lost or are still in flight are forgotten. A reader asks for the epoch
// once per connection. Each read brings the epoch along, so entries of another epoch are never answered.
//
// While a slot moves, its primary answers TRYAGAIN or ASK for keys that it does not have. The bucket is unknown then:
// links are read from PostgreSQL, and changes stay in the outbox until the slot has arrived. The same holds while its
// primary is away. The other buckets keep working.

import type { Clock, Log } from '@kurz/process';
import { luaScript, redirectionOf, type ClusterPrimary, type RedisCluster } from '@kurz/redis';
import type { LinkCache, LinkCacheKey, ReadWatermark } from '../port/link-cache';
import { makeChangeListeners } from '../redis/change-listeners';
import { encodeChangedKey } from '../redis/changed-key-text';
import { CHANGES_CHANNEL } from '../redis/put-entry';
import { redisLinkCacheSettingsOf, type RedisLinkCacheSettings } from '../redis/redis-link-cache-settings';
import { makeSubscribe } from '../redis/subscribe';
import { bucketOf } from './buckets';
import { openClusterChangeChannel } from './cluster-change-channel';
import { makeEpochsOf } from './bucket-epochs';
import { makeReadEntries } from './read-entries';
import { warnOfEvictions } from './warn-of-evictions';
import { makeWriteEntries } from './write-entries';

export type ClusterLinkCacheDeps = {
  /** Stays open when the link cache is closed. */
  cluster: RedisCluster;
  /** What the connections for listening are called; needed by `subscribe` only. */
  listenAs?: string;
  log: Log;
  clock: Clock;
};

/** The key is declared so that only the primary of its slot runs the script. */
const publishAt = luaScript(`return redis.call('PUBLISH', ARGV[1], ARGV[2])`);

export function makeClusterLinkCache(
  { cluster, listenAs, log, clock }: ClusterLinkCacheDeps,
  given: RedisLinkCacheSettings = {},
): LinkCache {
  const settings = redisLinkCacheSettingsOf(given);
  const epochsOf = makeEpochsOf();
  const listeners = makeChangeListeners(log);
  const stopWarning = warnOfEvictions(cluster, log);

  /** Looks up the bucket's primary soon, when it is not the one that was asked. */
  const note = (error: unknown, primary: ClusterPrimary) => {
    if (redirectionOf(error, primary.endpoint)) cluster.refresh();
  };

  const getAll = makeReadEntries({ cluster, epochsOf, note });
  const { fill, apply } = makeWriteEntries({ cluster, epochsOf, note, clock }, settings);

  const watermark = (key: LinkCacheKey): ReadWatermark => {
    const bucket = bucketOf(key);
    const primary = cluster.primaryOf(bucket.epochKey);
    return { epoch: primary ? epochsOf(primary).known(bucket) : '', at: clock.now() };
  };

  const { subscribe, close } = makeSubscribe(listeners, () => {
    if (listenAs === undefined) throw new Error('this link cache was made without a name for listening');
    return openClusterChangeChannel({ cluster, listenAs, epochsOf, listeners, log }, settings);
  });

  return {
    get: async (key) => (await getAll([key]))[0],
    getAll,
    watermark,
    fill: async (key, entry, since) => {
      if (!since) await getAll([key]);
      return fill(key, entry, since ?? watermark(key));
    },
    apply,
    publishZone: async (zoneId) => {
      const { epochKey } = bucketOf({ zoneId, slug: '' });
      const message = encodeChangedKey({ zoneId, slug: null });
      await publishAt(cluster)([epochKey], [CHANGES_CHANNEL, message]);
    },
    subscribe,
    close: async () => {
      stopWarning();
      await close();
    },
  };
}
