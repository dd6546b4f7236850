// Warns of each primary that may evict keys, also of one that becomes primary later.

import type { Log } from '@kurz/process';
import type { ClusterPrimary, RedisCluster } from '@kurz/redis';
import { warnOfEviction } from '../redis/warn-of-eviction';

/** Returns a function that stops it. */
export function warnOfEvictions(cluster: RedisCluster, log: Log): () => void {
  const watched = new Map<ClusterPrimary, () => void>();
  const follow = () => {
    for (const primary of cluster.primaries())
      if (!watched.has(primary)) watched.set(primary, warnOfEviction(primary.redis, log));
    for (const [primary, stop] of watched) {
      if (cluster.primaries().includes(primary)) continue;
      watched.delete(primary);
      stop();
    }
  };
  const stopFollowing = cluster.onChange(follow);
  follow();
  return () => {
    stopFollowing();
    for (const stop of watched.values()) stop();
  };
}
