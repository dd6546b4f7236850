// Redis holds a value that another program wrote in place of a count of requests or of tries at a password.

import { openTestRedis, type SharedRedis } from '@kurz/backends';
import { silentLog } from '@kurz/process';
import { makeRedisAttempts } from '@kurz/redirector';
import { openRedis } from '@kurz/redis';
import { makeSharedCounter } from '../../../services/api/src/rate-limits/shared-counter';
import { until } from '../../until';

const WINDOW_SECONDS = 600;

let server: SharedRedis;
let redis: ReturnType<typeof openRedis>;
beforeAll(async () => {
  server = await openTestRedis();
  redis = openRedis(server.url, { log: silentLog, name: 'test' }, { commandTimeoutMs: 5_000 });
  await until(() => redis.status === 'ready');
});
beforeEach(() => redis.flushall());
afterAll(async () => {
  redis.disconnect();
  await server.close();
});

const openCounter = () =>
  makeSharedCounter(redis, { name: 'test', windowSeconds: WINDOW_SECONDS, secret: 'secret' });

const strange: [string, (name: string) => Promise<unknown>][] = [
  ['a text', (name) => redis.set(name, 'x')],
  ['a list', async (name) => (await redis.del(name), redis.lpush(name, 'x'))],
];

describe.each(strange)('%s', (_, put) => {
  const spoil = async () => {
    const names = await redis.keys('kurz:*');
    expect(names).toHaveLength(1);
    for (const name of names) await put(name);
  };

  test('is written over by the next request that is counted', async () => {
    const counter = openCounter();
    await counter.count('key');
    await spoil();
    expect((await counter.look('key')).count).toBe(0);
    const counted = [await counter.count('key'), await counter.count('key')];
    expect(counted.map(({ count }) => count)).toEqual([1, 2]);
    expect(counted.every(({ msLeft }) => msLeft > 0 && msLeft <= WINDOW_SECONDS * 1_000)).toBe(true);
    await counter.uncount('key');
    expect((await counter.look('key')).count).toBe(1);
  });

  test('is no count that a request is taken back from', async () => {
    const counter = openCounter();
    await counter.count('key');
    await spoil();
    await counter.uncount('key');
    expect((await counter.count('key')).count).toBe(1);
  });

  test('is removed by the next try at a password', async () => {
    const attempts = makeRedisAttempts(redis);
    await attempts.count('key');
    await spoil();
    const counted = [await attempts.count('key'), await attempts.count('key')];
    expect(counted.map(({ count }) => count)).toEqual([1, 2]);
    expect(counted.every(({ msLeft }) => msLeft > 0)).toBe(true);
  });
});
