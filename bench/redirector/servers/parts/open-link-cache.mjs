// The link cache of a measured redirector. `memory`: the process has every link. `redis`: Redis has. `cluster`: a Redis
// Cluster has. `forgetful`: Redis forgets each link at once, in a database of its own, so that every look-up reads
// PostgreSQL and stores the answer in Redis.

import {
  encodeConditions,
  makeClusterLinkCache,
  makeMemoryLinkCache,
  makeRedisLinkCache,
} from '@kurz/link-cache';
import { silentLog, systemClock } from '@kurz/process';
import { openRedis, openRedisCluster } from '@kurz/redis';
import { linkOf } from '../../links.mjs';

/** Generous: a server that shares its core may be slow, and a look-up that times out takes another code path. */
const TIMEOUT_MS = 2_000;

function onRedis(redisUrl, settings) {
  const open = (name) => openRedis(redisUrl, { log: silentLog, name }, { commandTimeoutMs: TIMEOUT_MS });
  const [redis, subscriber] = [open('bench'), open('bench-subscriber')];
  return makeRedisLinkCache({ redis, subscriber, log: silentLog, clock: systemClock }, settings);
}

function onCluster(url) {
  const options = { commandTimeoutMs: TIMEOUT_MS };
  const cluster = openRedisCluster(url, { log: silentLog, name: 'bench' }, options);
  return makeClusterLinkCache({ cluster, listenAs: 'bench-subscriber', log: silentLog, clock: systemClock });
}

/** `conditions`: the conditions of all links. */
export async function openLinkCache(given) {
  const { linkCache: kind = 'memory', redisUrl, redisClusterUrl, links, zoneId, conditions } = given;
  if (kind === 'cluster') return onCluster(redisClusterUrl);
  if (kind === 'redis') return onRedis(redisUrl);
  if (kind === 'forgetful') return onRedis(`${redisUrl}/1`, { linkTtlMs: 1 });
  const linkCache = makeMemoryLinkCache({ maxEntries: 2_000_000 });
  const conditional = conditions && {
    state: 'conditional',
    conditional: { isUnsafe: false, text: encodeConditions(conditions) },
  };
  for (let n = 0; n < links; n++) {
    const { slug, entry } = linkOf(n);
    await linkCache.fill({ zoneId, slug }, { ...entry, ...conditional });
  }
  return linkCache;
}
