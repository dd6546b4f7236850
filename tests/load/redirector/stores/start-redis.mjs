// Redis for the servers that ask it, on the second core: every link as the baselines want it, and as the directory's.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeRedisLinkDirectory } from '@kurz/link-directory';
import { silentLog, systemClock } from '@kurz/process';
import { Redis } from 'ioredis';
import { freePort } from '../free-port.mjs';
import { inBatches } from '../links.mjs';
import { pinnedTo } from '../pinned-to.mjs';

const BATCH = 5_000;

async function fill(redis, { links, zoneId }) {
  const directory = makeRedisLinkDirectory({ redis, log: silentLog, clock: systemClock });
  await inBatches(links, BATCH, async (batch) => {
    await redis.mset(batch.flatMap(({ slug, entry }) => [slug, entry.location]));
    await Promise.all(batch.map(({ slug, entry }) => directory.fill({ zoneId, slug }, entry)));
  });
  await directory.close();
}

export async function startRedis(filling) {
  const port = await freePort();
  const words = ['redis-server', '--port', String(port), '--bind', '127.0.0.1', '--save', ''];
  const [command, ...args] = [...pinnedTo(1), ...words];
  const child = spawn(command, args, { stdio: 'ignore' });
  const ended = once(child, 'exit');
  const redis = new Redis(port, '127.0.0.1', { maxRetriesPerRequest: null });
  redis.on('error', () => {});
  while ((await redis.ping().catch(() => '')) !== 'PONG') await sleep(50);
  await fill(redis, filling);
  redis.disconnect();
  const close = async () => {
    child.kill('SIGTERM');
    await ended;
  };
  return { url: `redis://127.0.0.1:${port}`, close };
}
