// A server that answers with errors is not silent, so its connection stays. A connection to a replica is closed, and
// the loss is logged once.

import { setTimeout as sleep } from 'node:timers/promises';
import { startRedis, type TestRedis } from '@kurz/backends';
import { silentLog, type Log } from '@kurz/process';
import { openRedis } from '@kurz/redis';
import { until } from '../../until';

type Redis = ReturnType<typeof openRedis>;
type Options = { log?: Log; pingMs?: number; commandTimeoutMs?: number };

/** A lost connection that leads to a replica is looked at once a second. */
const TWO_LOOKS_MS = 2_500;

let server: TestRedis;
const opened: Redis[] = [];

function open(url: string, options: Options = {}): Redis {
  const { log = silentLog, pingMs, commandTimeoutMs = 5_000 } = options;
  const redis = openRedis(url, { log, name: 'test' }, { pingMs, commandTimeoutMs });
  opened.push(redis);
  return redis;
}

beforeEach(async () => {
  server = await startRedis();
});
afterEach(async () => {
  for (const redis of opened.splice(0)) redis.disconnect();
  await server.close();
});

/** Counts a connection's PINGs that are answered by an error, and how often it is closed. */
function watch(redis: Redis) {
  const seen = { refusedPings: 0, closed: 0 };
  const ping = redis.ping.bind(redis);
  jest.spyOn(redis, 'ping').mockImplementation(async () => {
    try {
      return await ping();
    } catch (error) {
      seen.refusedPings++;
      throw error;
    }
  });
  redis.on('close', () => seen.closed++);
  return seen;
}

test('A server that answers PING by an error keeps its connections, also that of a subscriber', async () => {
  const admin = open(server.url, { pingMs: 60_000 });
  await until(() => admin.status === 'ready');
  await admin.call('ACL', 'SETUSER', 'silent', 'on', 'nopass', '~*', '&*', '+@all', '-ping');
  const url = server.url.replace('redis://', 'redis://silent:any@');
  const [redis, subscriber] = [open(url, { pingMs: 20 }), open(url, { pingMs: 20 })];
  await until(() => redis.status === 'ready' && subscriber.status === 'ready');
  await subscriber.subscribe('channel');
  const watched = [redis, subscriber].map(watch);
  await until(() => watched.every(({ refusedPings, closed }) => refusedPings > 6 || closed > 0));
  expect(watched.map(({ closed }) => closed)).toEqual([0, 0]);
});

test('A server that is busy with a script keeps its connections', async () => {
  const admin = open(server.url, { pingMs: 60_000 });
  const busy = open(server.url, { pingMs: 60_000 });
  const redis = open(server.url, { pingMs: 20 });
  await until(() => [admin, busy, redis].every(({ status }) => status === 'ready'));
  await admin.config('SET', 'lua-time-limit', '1');
  const watched = watch(redis);
  busy.eval('while true do end', 0).catch(() => undefined);
  await until(() => watched.refusedPings > 6 || watched.closed > 0);
  await until(async () => (await admin.script('KILL').catch(() => '')) === 'OK');
  await until(async () => (await redis.get('key').catch(() => '')) === null);
  expect(watched.closed).toBe(0);
});

test('A replica that answers late is not taken for a primary', async () => {
  const primary = await startRedis();
  try {
    const events: unknown[] = [];
    const note = (fields: unknown) => void events.push(fields);
    const admin = open(server.url);
    const log: Log = { debug: note, info: note, warn: note, error: note };
    const redis = open(server.url, { log, commandTimeoutMs: 50 });
    await until(() => [admin, redis].every(({ status }) => status === 'ready'));
    await admin.replicaof('127.0.0.1', primary.port);
    await until(async () => {
      await redis.set('key', 'value').catch(() => undefined);
      return events.length > 0 && redis.status === 'ready';
    });
    await admin.client('PAUSE', TWO_LOOKS_MS, 'ALL');
    await sleep(TWO_LOOKS_MS);
    await until(async () => (await admin.info('replication').catch(() => '')).includes('role:slave'));
    expect(events).toMatchObject([{ event: 'redis_lost' }]);
  } finally {
    await primary.close();
  }
});

test('A replica is left again and again, and said to be lost once until it is a primary', async () => {
  const primary = await startRedis();
  try {
    const events: unknown[] = [];
    const note = (fields: unknown) => void events.push(fields);
    const log: Log = { debug: note, info: note, warn: note, error: note };
    const redis = open(server.url, { log });
    await until(() => redis.status === 'ready');
    let connected = 0;
    redis.on('ready', () => connected++);
    await redis.replicaof('127.0.0.1', primary.port);
    await until(async () => {
      await redis.set('key', 'value').catch(() => undefined);
      return connected > 2;
    });
    const lost = {
      event: 'redis_lost',
      connection: 'test',
      reason: expect.stringMatching(/^READONLY /) as string,
    };
    expect(events).toEqual([lost]);
    // the connection may just be closed, so this is tried again
    await until(async () => (await redis.replicaof('NO', 'ONE').catch(() => '')) === 'OK');
    await until(() => events.length > 1);
    expect(events).toEqual([lost, { event: 'redis_back', connection: 'test' }]);
  } finally {
    await primary.close();
  }
});
