// A connection whose address names sentinels, while the primary fails over.

import { once } from 'node:events';
import { startWatchedRedis, type WatchedRedis } from '@kurz/backends';
import { silentLog } from '@kurz/process';
import { openRedis } from '@kurz/redis';
import { until } from '../../until';

/** Longer than a failover: a connection that waits for a frozen sentinel still waits when the others report it. */
const CONNECT_MS = 120_000;

let watched: WatchedRedis;
beforeAll(async () => {
  watched = await startWatchedRedis();
});
afterAll(() => watched.close());

test('It follows a primary that changes while it asks a sentinel for it', async () => {
  const redis = openRedis(
    watched.urlFor(),
    { log: silentLog, name: 'test' },
    { connectTimeoutMs: CONNECT_MS },
  );
  try {
    await once(redis, 'ready');
    const [asked] = watched.sentinels;
    const primary = await watched.primary();
    const subscribed = () => Promise.all(watched.sentinels.map(({ subscribers }) => subscribers()));
    await until(async () => (await subscribed()).every((count) => count > 0), {
      what: 'all sentinels would tell of a failover',
    });
    asked?.freeze();
    await primary.kill();
    await until(async () => (await watched.primary(1)) !== primary, { what: 'a replica is promoted' });
    asked?.thaw();
    await until(() => redis.status === 'ready', { what: 'it is connected again' });
    expect(redis.stream.remotePort).toBe(Number(new URL((await watched.primary(1)).url).port));
  } finally {
    redis.disconnect();
  }
});
