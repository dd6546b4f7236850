// Redis for the servers that ask it, on the second core: every link as the baselines want it, and as the link cache's.

import { makeRedisLinkCache } from '@kurz/link-cache';
import { silentLog, systemClock } from '@kurz/process';
import { inBatches } from '../links.mjs';
import { pinnedTo } from '../pinned-to.mjs';
import { startRedisProcess } from '../../redis-process.mjs';

const BATCH = 5_000;

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
