import { startProxy, startRedis, type TestProxy, type TestRedis } from '@kurz/backends';
import type { ChangedKey, Subscription } from '@kurz/link-cache';
import { gone, key, link } from './entries';
import { openLinkCache, type OpenLinkCache, type OpenLinkCacheOptions } from './open-link-cache';
import { until } from '../../until';

let server: TestRedis;
let proxy: TestProxy;
let api: OpenLinkCache;
let redirector: OpenLinkCache;
let subscription: Subscription;
let heard: ChangedKey[];
let gaps: number;

/** The redirector listens through the proxy. The API and the redirector's other connection do not use it. */
async function listen(options: OpenLinkCacheOptions = {}): Promise<void> {
  const subscriberUrl = `redis://${proxy.host}:${proxy.port}`;
  redirector = await openLinkCache(server.url, { subscriberUrl, ...options });
  heard = [];
  gaps = 0;
  subscription = await redirector.linkCache.subscribe(
    (changed) => heard.push(changed),
    () => gaps++,
  );
}

beforeEach(async () => {
  server = await startRedis();
  proxy = await startProxy({ host: '127.0.0.1', port: server.port });
  api = await openLinkCache(server.url);
});
afterEach(async () => {
  await redirector.close();
  await api.close();
  await proxy.close();
  await server.close();
});

/** Resolves with the time until the subscription is no longer proven, ms. */
async function timeUntilUnproven(): Promise<number> {
  const begun = performance.now();
  await until(() => !subscription.isConnected());
  return performance.now() - begun;
}

/** Expects that the subscription is connected again, has reported a gap since `gapsBefore`, and hears a new change. */
async function expectExactAgain(gapsBefore: number): Promise<void> {
  await until(() => subscription.isConnected());
  expect(gaps).toBeGreaterThan(gapsBefore);
  const before = heard.length;
  await api.linkCache.apply(key('after'), link(100 + before));
  await until(() => heard.length > before);
  expect(heard.at(-1)).toEqual(key('after'));
}

test('A deletion is heard within 50 ms after apply has ended', async () => {
  await listen();
  const delays: number[] = [];
  for (let version = 1; version <= 200; version++) {
    const before = heard.length;
    await api.linkCache.apply(key('abc'), version % 2 ? link(version) : gone(version));
    const applied = performance.now();
    await until(() => heard.length > before);
    delays.push(performance.now() - applied);
  }
  // ten of 200 may be slower, because of hiccups of a busy machine
  expect(delays.sort((a, b) => a - b)[189]).toBeLessThan(50);
});

test('While all is quiet the subscription stays proven', async () => {
  await listen();
  for (const end = performance.now() + 4_000; performance.now() < end;) {
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(subscription.isConnected()).toBe(true);
  }
  expect(gaps).toBe(1);
});

test('A subscription whose connection is killed is unproven at once, then proven again after a gap', async () => {
  await listen();
  const gapsBefore = gaps;
  const closed = new Promise<void>((resolve) => redirector.subscriber.once('close', () => resolve()));
  await api.redis.client('KILL', 'TYPE', 'pubsub');
  await closed;
  expect(subscription.isConnected()).toBe(false);
  await expectExactAgain(gapsBefore);
});

test('A subscription in a black hole is unproven within 3 s, and exact after it', async () => {
  await listen();
  const gapsBefore = gaps;
  proxy.blackHole();
  await api.linkCache.apply(key('missed'), gone(1));
  expect(await timeUntilUnproven()).toBeLessThan(3_000);
  expect(heard).toEqual([]);
  // until the connection is given up, so that a new one is made
  await until(() => redirector.subscriber.status !== 'ready');
  await proxy.heal();
  await expectExactAgain(gapsBefore);
});

test('A frozen Redis is unproven within 3 s, a killed one at once; both heal by themselves', async () => {
  await listen();
  await server.freeze();
  expect(await timeUntilUnproven()).toBeLessThan(3_000);
  await server.thaw();
  await until(() => subscription.isConnected());
  const gapsBefore = gaps;
  await server.kill();
  expect(await timeUntilUnproven()).toBeLessThan(1_000);
  await server.restart();
  await until(() => api.redis.status === 'ready' && redirector.redis.status === 'ready');
  await expectExactAgain(gapsBefore);
});

test('A redirector that starts while Redis is away is not proven, and is once it comes', async () => {
  await server.kill();
  await listen({ isAway: true });
  expect(subscription.isConnected()).toBe(false);
  await expect(redirector.linkCache.get(key('abc'))).rejects.toThrow();
  expect(redirector.linkCache.watermark(key('abc')).epoch).toBe('');
  await server.restart();
  await until(() => subscription.isConnected());
  expect(await redirector.linkCache.get(key('abc'))).toBeUndefined();
});

test('A primary that must not write, because its replicas have left it, proves nothing and is not read', async () => {
  await listen();
  await api.linkCache.apply(key('abc'), link(1));
  expect(await redirector.linkCache.get(key('abc'))).toEqual(link(1));
  await api.redis.config('SET', 'min-replicas-to-write', '1');
  await expect(api.linkCache.apply(key('abc'), gone(2))).rejects.toThrow('NOREPLICAS');
  expect(await timeUntilUnproven()).toBeLessThan(3_000);
  await expect(redirector.linkCache.get(key('abc'))).rejects.toThrow('NOREPLICAS');
  await api.redis.config('SET', 'min-replicas-to-write', '0');
  await until(() => subscription.isConnected());
  await api.linkCache.apply(key('abc'), gone(2));
  expect(await redirector.linkCache.get(key('abc'))).toEqual(gone(2));
});

test('A primary that was made a replica under its open connections proves nothing and is not read', async () => {
  await listen();
  await api.linkCache.apply(key('abc'), link(1));
  const primary = await startRedis();
  try {
    await api.redis.replicaof('127.0.0.1', primary.port);
    expect(await timeUntilUnproven()).toBeLessThan(3_000);
    await expect(redirector.linkCache.get(key('abc'))).rejects.toThrow();
  } finally {
    await primary.close();
  }
});

test('A subscription to another server than changes are written to is not proven, and moves there when it can', async () => {
  const other = await startRedis();
  // the proxy reads it for each new connection
  const target = { host: '127.0.0.1', port: other.port };
  const moving = await startProxy(target);
  try {
    await listen({ subscriberUrl: `redis://${moving.host}:${moving.port}` });
    expect(subscription.isConnected()).toBe(false);
    await api.linkCache.apply(key('abc'), link(1));
    expect(subscription.isConnected()).toBe(false);
    const gapsBefore = gaps;
    target.port = server.port;
    await expectExactAgain(gapsBefore);
  } finally {
    await moving.close();
    await other.close();
  }
});
