// Each service's Redis user reaches its own keys, channels and commands, and nothing else.

import { once } from 'node:events';
import { startRedis, type TestRedis } from '@kurz/backends';
import { makeRedisLiveClicks } from '@kurz/live-clicks';
import { silentLog } from '@kurz/process';
import { makeRedisAttempts } from '@kurz/redirector';
import { ensureRedisUser, openRedis, type RedisServiceName } from '@kurz/redis';
import { openLinkCache } from '../link-cache/open-link-cache';
import { until } from '../../until';

const PASSWORD = 'a-password-of-a-service';

let server: TestRedis;
let operator: ReturnType<typeof openRedis>;
const opened: ReturnType<typeof openRedis>[] = [];

async function open(url: string) {
  const redis = openRedis(url, { log: silentLog, name: 'test' }, { commandTimeoutMs: 5_000 });
  opened.push(redis);
  if (redis.status !== 'ready') await once(redis, 'ready');
  return redis;
}
const urlOf = (service: RedisServiceName) => {
  const url = new URL(server.url);
  [url.username, url.password] = [`kurz_${service}`, PASSWORD];
  return url.href;
};
const openAs = (service: RedisServiceName) => open(urlOf(service));

beforeAll(async () => {
  server = await startRedis();
  operator = await open(server.url);
  for (const service of ['redirector', 'ingester', 'api'] as const)
    await ensureRedisUser(operator, service, { user: `kurz_${service}`, password: PASSWORD });
});
afterAll(async () => {
  opened.forEach((redis) => redis.disconnect());
  await server.close();
});

const refused: Record<RedisServiceName, string[][]> = {
  redirector: [
    ['HGETALL', 'kurz:live:positions'],
    ['GET', 'kurz:rate:a'],
    ['SET', 'other', '1'],
    ['INCR', 'other'],
  ],
  ingester: [
    ['GET', 'kurz:epoch'],
    ['SET', 'kurz:link:e:z/s', 'x'],
    ['PUBLISH', 'kurz:changes', 'x'],
  ],
  api: [
    ['SET', 'other', '1'],
    ['PUBLISH', 'other', 'x'],
  ],
};
const OPERATORS = [['FLUSHALL'], ['CONFIG', 'GET', '*'], ['ACL', 'LIST'], ['KEYS', '*'], ['SHUTDOWN']];

describe.each(['redirector', 'ingester', 'api'] as const)('the user of the %s', (service) => {
  test.each([...refused[service], ...OPERATORS].map((words) => [words]))('may not %j', async (words) => {
    const redis = await openAs(service);
    const [command = '', ...rest] = words;
    await expect(redis.call(command, ...rest)).rejects.toThrow('NOPERM');
  });
});

test.each(['redirector', 'api'] as const)('the %s puts a link, reads it and hears of it', async (service) => {
  const { linkCache, close } = await openLinkCache(urlOf(service));
  const heard: unknown[] = [];
  const subscription = await linkCache.subscribe((change) => heard.push(change));
  const key = { zoneId: 'z', slug: service };
  const entry = {
    kind: 'link',
    linkId: 'lnk_1',
    workspaceId: 'ws_1',
    location: 'https://example.com/',
    state: 'enabled',
    version: 1,
  } as const;
  await linkCache.apply(key, entry);
  expect(await linkCache.get(key)).toEqual(entry);
  await until(() => Promise.resolve(heard.length > 0));
  expect([heard, subscription.isConnected()]).toEqual([[key], true]);
  await subscription.close();
  await close();
});

test('the redirector counts tries at passwords', async () => {
  const attempts = makeRedisAttempts(await openAs('redirector'));
  expect([(await attempts.count('a')).count, (await attempts.count('a')).count]).toEqual([1, 2]);
  await attempts.uncount('a');
  const { count, msLeft } = await attempts.count('a');
  expect(count).toBe(2);
  expect(msLeft).toBeGreaterThan(0);
  await attempts.uncount('never-counted');
  expect((await attempts.count('never-counted')).count).toBe(1);
});

test('the ingester seeds the live counts of a partition, and adds to them', async () => {
  const redis = await openAs('ingester');
  const live = makeRedisLiveClicks({ redis });
  await live.seed({ partition: 3, position: 10, additions: [] });
  expect(await live.position(3)).toBe(10);
  await live.add({ partition: 3, from: 10, to: 12, additions: [] });
  expect(await live.position(3)).toBe(12);
});

test('users outlive a restart where Redis has a file for them', async () => {
  const user = { user: 'kurz_api', password: PASSWORD };
  expect(await ensureRedisUser(operator, 'api', user)).toEqual({ isKept: true });
  await server.restart();
  const redis = await openAs('api');
  expect(await redis.get('kurz:epoch')).toEqual(expect.any(String));
});
