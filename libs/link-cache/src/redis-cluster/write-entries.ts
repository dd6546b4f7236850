// Writes entries to the primaries of their buckets: fills, which may fail, and changes, which must not.

import type { Clock } from '@kurz/process';
import type { ClusterPrimary, RedisCluster } from '@kurz/redis';
import { InfrastructureError } from '@kurz/resilience';
import type { LinkCacheEntry, LinkCacheKey, ReadWatermark } from '../port/link-cache';
import { putEntry } from '../redis/put-entry';
import { keepMsOf, keepMsOfFill, type redisLinkCacheSettingsOf } from '../redis/redis-link-cache-settings';
import { bucketOf } from './buckets';
import type { BucketEpochs } from './bucket-epochs';

// a bucket that is flushed again between two attempts is a broken one
const APPLY_ATTEMPTS = 3;

type Deps = {
  cluster: RedisCluster;
  epochsOf: (primary: ClusterPrimary) => BucketEpochs;
  /** Receives the reason when a primary did not take an entry. */
  note: (error: unknown, primary: ClusterPrimary) => void;
  clock: Clock;
};

export function makeWriteEntries(
  { cluster, epochsOf, note, clock }: Deps,
  settings: ReturnType<typeof redisLinkCacheSettingsOf>,
) {
  const fill = async (key: LinkCacheKey, entry: LinkCacheEntry, since: ReadWatermark) => {
    const bucket = bucketOf(key);
    const primary = cluster.primaryOf(bucket.epochKey);
    if (since.epoch === '' || !primary) return entry;
    const keepMs = keepMsOfFill(settings, { entry, since, now: clock.now() });
    const put = { bucket, epoch: since.epoch, key, entry, keepMs, isPublished: false };
    try {
      const outcome = await primary.attempt((redis) => putEntry(redis, put));
      if (outcome.kind === 'holds') return outcome.entry;
      if (outcome.kind === 'other-epoch')
        void epochsOf(primary)
          .fetch(bucket)
          .catch(() => undefined);
    } catch (error) {
      note(error, primary);
    }
    return entry;
  };

  const apply = async (key: LinkCacheKey, entry: LinkCacheEntry) => {
    const bucket = bucketOf(key);
    const primary = cluster.primaryOf(bucket.epochKey);
    if (!primary) throw new InfrastructureError('no primary is known for the link', true);
    const epochs = epochsOf(primary);
    try {
      for (let attempt = 1; attempt <= APPLY_ATTEMPTS; attempt++) {
        const epoch = epochs.known(bucket) || (await epochs.fetch(bucket));
        const put = { bucket, epoch, key, entry, keepMs: keepMsOf(settings, entry), isPublished: true };
        const outcome = await primary.attempt((redis) => putEntry(redis, put));
        if (outcome.kind !== 'other-epoch') return;
        await epochs.fetch(bucket);
      }
    } catch (error) {
      note(error, primary);
      throw error;
    }
    throw new InfrastructureError('the link cache forgets faster than it can be told', true);
  };

  return { fill, apply };
}
