// One participant: a link cache over connections of its own to a real Redis Cluster.

import { makeClusterLinkCache, type LinkCache, type RedisLinkCacheSettings } from '@kurz/link-cache';
import { makeClosing, silentLog, systemClock } from '@kurz/process';
import { openRedisCluster, type RedisCluster } from '@kurz/redis';

export type OpenClusterLinkCache = {
  linkCache: LinkCache;
  cluster: RedisCluster;
  close: () => Promise<void>;
};

// long, so that a busy test machine does not matter; a redirector waits 50 ms
const COMMAND_TIMEOUT_MS = 2_000;
const READY_MS = 30_000;

export async function openClusterLinkCache(
  url: string,
  settings: RedisLinkCacheSettings = {},
): Promise<OpenClusterLinkCache> {
  const closing = makeClosing();
  const deps = { log: silentLog, name: 'link-cache' };
  const cluster = openRedisCluster(url, deps, { commandTimeoutMs: COMMAND_TIMEOUT_MS, pingMs: 500 });
  closing.add('cluster', () => cluster.disconnect());
  await cluster.ready(READY_MS);
  const linkCache = makeClusterLinkCache(
    { cluster, listenAs: 'changes', log: silentLog, clock: systemClock },
    settings,
  );
  closing.add('link_cache', linkCache.close);
  return { linkCache, cluster, close: closing.close };
}

/** Empties every primary. */
export const flushAll = (cluster: RedisCluster) =>
  Promise.all(cluster.primaries().map(({ redis }) => redis.flushall()));
