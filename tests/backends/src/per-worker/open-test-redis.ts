// An empty Redis for a test file, on the server that the files of its worker share one after the other. A file that
// freezes, kills or reconfigures the server starts its own instead (startRedis).

import Redis from 'ioredis';
import { startRedis } from '../start-redis';
import { type TestRedis } from '../test-redis';
import { sharedOptions } from './shared-options';

export type SharedRedis = Pick<TestRedis, 'url' | 'close'>;

export async function openTestRedis(): Promise<SharedRedis> {
  const shared = await sharedOptions<{ url: string }>('redis');
  if (!shared) return startRedis();
  const redis = new Redis(shared.url, { lazyConnect: true });
  await redis.connect();
  await redis.flushall();
  redis.disconnect();
  return { url: shared.url, close: () => Promise.resolve() };
}
