// The link cache's keys on a cluster: 256 buckets, each with its keys in one slot, so that a script may use its epoch
// and an entry. Primaries with equal shares of the slots have equal shares of the buckets.

import { evenTags, slotOf } from '@kurz/redis';
import type { LinkCacheKey } from '../port/link-cache';
import type { Bucket } from '../redis/put-entry';

const BUCKET_COUNT = 256;

/** `kurz:link:{<tag>}:epoch`, and `kurz:link:{<tag>}:<epoch>:<zone>/<slug>` */
const BUCKETS: readonly Bucket[] = evenTags(BUCKET_COUNT).map((tag) => {
  const prefix = `kurz:link:{${tag}}:`;
  return { epochKey: `${prefix}epoch`, prefix };
});

/** Entries of a bucket share an epoch. */
export function bucketOf({ zoneId, slug }: LinkCacheKey): Bucket {
  const bucket = BUCKETS[slotOf(`${zoneId}/${slug}`) % BUCKET_COUNT];
  if (!bucket) throw new Error('there is no such bucket');
  return bucket;
}

/** The first bucket for which `isOurs` returns true. */
export const findBucket = (isOurs: (bucket: Bucket) => boolean): Bucket | undefined => BUCKETS.find(isOurs);
