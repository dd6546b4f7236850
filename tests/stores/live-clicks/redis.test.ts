import { openTestRedis, type SharedRedis } from '@kurz/backends';
import { makeRedisLiveClicks } from '@kurz/live-clicks';
import Redis from 'ioredis';
import { describeLiveClicks } from './live-clicks-behaviour';

let server: SharedRedis;
let redis: Redis;
beforeAll(async () => {
  server = await openTestRedis();
  redis = new Redis(server.url, { lazyConnect: true });
  await redis.connect();
});
afterAll(async () => {
  redis.disconnect();
  await server.close();
});

describeLiveClicks('Redis', async (clock) => {
  await redis.flushall();
  return makeRedisLiveClicks({ redis, clock });
});
