// Opens what the address names: a server, or a cluster.

import { clusterOf } from './cluster-of';
import { openRedis, type RedisOptions } from './open-redis';
import { openRedisCluster } from './open-redis-cluster';
import type { RedisStore } from './redis-cluster';

/** Connects as openRedis() and openRedisCluster() do. */
export function openRedisStore(
  url: string,
  deps: Parameters<typeof openRedis>[1],
  options: RedisOptions = {},
): RedisStore {
  return clusterOf(url).kind === 'none'
    ? openRedis(url, deps, options)
    : openRedisCluster(url, deps, options);
}
