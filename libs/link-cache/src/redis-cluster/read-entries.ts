// Reads entries of many buckets: one pipeline for each primary, in which each bucket is one command. A bucket that its
// primary does not answer for is unknown.

import type { ClusterPrimary, RedisCluster } from '@kurz/redis';
import type { LinkCacheEntry, LinkCacheKey } from '../port/link-cache';
import { decodeEntry } from '../redis/entry-text';
import { nameOf, type Bucket } from '../redis/put-entry';
import { bucketOf } from './buckets';
import type { BucketEpochs } from './bucket-epochs';

/** `at`: the key's index in the list of all keys. */
type Wanted = { bucket: Bucket; keys: { key: LinkCacheKey; at: number }[] };
type Known = Wanted & { epoch: string };

type Deps = {
  cluster: RedisCluster;
  epochsOf: (primary: ClusterPrimary) => BucketEpochs;
  /** Receives the reason when a primary did not answer for a bucket. */
  note: (error: unknown, primary: ClusterPrimary) => void;
};

function wantedOf(cluster: RedisCluster, keys: readonly LinkCacheKey[]) {
  const wanted = new Map<ClusterPrimary, Map<Bucket, Wanted>>();
  keys.forEach((key, at) => {
    const bucket = bucketOf(key);
    const primary = cluster.primaryOf(bucket.epochKey);
    if (!primary) return;
    const buckets = wanted.get(primary) ?? new Map<Bucket, Wanted>();
    const one = buckets.get(bucket) ?? { bucket, keys: [] };
    one.keys.push({ key, at });
    wanted.set(primary, buckets.set(bucket, one));
  });
  return [...wanted].map(([primary, buckets]) => ({ primary, buckets: [...buckets.values()] }));
}

/** For each bucket the epoch that it is in, and the texts of its keys. */
const readBuckets = ({ attempt }: ClusterPrimary, buckets: readonly Known[]) =>
  attempt(async (redis) => {
    const pipeline = redis.pipeline();
    for (const { bucket, keys, epoch } of buckets)
      pipeline.mget(bucket.epochKey, ...keys.map(({ key }) => nameOf(bucket, epoch, key)));
    const replies = (await pipeline.exec()) ?? [];
    const [error] = replies[0] ?? [];
    // a silent primary fails all commands
    if (error && replies.every(([other]) => other)) throw error;
    return replies;
  });

export function makeReadEntries({ cluster, epochsOf, note }: Deps) {
  const fetchEpochs = async (primary: ClusterPrimary, buckets: readonly Wanted[]): Promise<Known[]> => {
    const epochs = epochsOf(primary);
    const settled = await Promise.allSettled(
      buckets.map(async (one) => ({
        ...one,
        epoch: epochs.known(one.bucket) || (await epochs.fetch(one.bucket)),
      })),
    );
    for (const outcome of settled) if (outcome.status === 'rejected') note(outcome.reason, primary);
    return settled.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
  };

  const readFrom = async (
    primary: ClusterPrimary,
    wanted: readonly Wanted[],
    found: (LinkCacheEntry | undefined)[],
  ) => {
    const buckets = await fetchEpochs(primary, wanted);
    if (buckets.length === 0) return;
    const replies = await readBuckets(primary, buckets);
    for (const [index, { bucket, keys, epoch }] of buckets.entries()) {
      const [error, answer] = replies[index] ?? [];
      const answers: readonly unknown[] = Array.isArray(answer) ? answer : [];
      const [held, ...texts] = answers;
      if (error) note(error, primary);
      else if (held !== epoch)
        void epochsOf(primary)
          .fetch(bucket)
          .catch(() => undefined);
      else
        keys.forEach(({ at }, turn) => {
          const text = texts[turn];
          found[at] = typeof text === 'string' ? decodeEntry(text) : undefined;
        });
    }
  };

  return async (keys: readonly LinkCacheKey[]): Promise<(LinkCacheEntry | undefined)[]> => {
    const found: (LinkCacheEntry | undefined)[] = keys.map(() => undefined);
    const reads = wantedOf(cluster, keys).map(({ primary, buckets }) =>
      readFrom(primary, buckets, found).catch((error: unknown) => note(error, primary)),
    );
    await Promise.all(reads);
    return found;
  };
}
