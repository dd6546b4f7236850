// Starts Redis for the measured servers, on the second core. It has every link twice: in the baselines' format and in
// the link cache's. A cluster has only the latter.

import { makeClusterLinkCache, makeRedisLinkCache } from '@kurz/link-cache';
import { silentLog, systemClock } from '@kurz/process';
import { openRedisCluster } from '@kurz/redis';
import { inBatches } from '../links.mjs';
import { pinnedTo } from '../pinned-to.mjs';
import { startRedisCluster } from '../../redis-cluster.mjs';
import { startRedisProcess } from '../../redis-process.mjs';

const BATCH = 5_000;
const TIMEOUT_MS = 10_000;

async function fill(redis, { links, zoneId }) {
  const linkCache = makeRedisLinkCache({ redis, log: silentLog, clock: systemClock });
  await inBatches(links, BATCH, async (batch) => {
    await redis.mset(batch.flatMap(({ slug, entry }) => [slug, entry.location]));
    await Promise.all(batch.map(({ slug, entry }) => linkCache.fill({ zoneId, slug }, entry)));
  });
  await linkCache.close();
}

export const startRedis = (filling) =>
  startRedisProcess({ pin: pinnedTo(1), fill: (redis) => fill(redis, filling) });

async function fillCluster(url, { links, zoneId }) {
  const cluster = openRedisCluster(
    url,
    { log: silentLog, name: 'bench-fill' },
    { commandTimeoutMs: TIMEOUT_MS },
  );
  try {
    await cluster.ready(TIMEOUT_MS);
    const linkCache = makeClusterLinkCache({ cluster, log: silentLog, clock: systemClock });
    await inBatches(links, BATCH, (batch) =>
      // `apply`, because `fill` is skipped while the epoch is not known yet
      Promise.all(batch.map(({ slug, entry }) => linkCache.apply({ zoneId, slug }, entry))),
    );
    await linkCache.close();
  } finally {
    cluster.disconnect();
  }
}

export async function startFilledCluster(filling) {
  const cluster = await startRedisCluster({ pin: pinnedTo(1) });
  try {
    await fillCluster(cluster.url, filling);
    return cluster;
  } catch (error) {
    await cluster.close();
    throw error;
  }
}
