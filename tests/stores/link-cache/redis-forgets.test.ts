import { startProxy, startRedis, type TestRedis } from '@kurz/backends';
import { makeLog, silentLog, type Log } from '@kurz/process';
import { openRedis } from '@kurz/redis';
import { gone, key, link } from './entries';
import { openLinkCache, type OpenLinkCache } from './open-link-cache';
import { until } from '../../until';

let server: TestRedis;
let open: OpenLinkCache;
const hour = 3_600_000;

beforeEach(async () => {
  server = await startRedis();
  open = await openLinkCache(server.url);
});
afterEach(async () => {
  await open.close();
  await server.close();
});

const isFollowing = async (redis: OpenLinkCache['redis']) =>
  (await redis.info('replication')).includes('master_link_status:up');

/** Resolves when `redis` follows. A primary's first replica gives the primary a new id, which begins an epoch. */
async function follow(redis: OpenLinkCache['redis'], primary: TestRedis) {
  await redis.replicaof('127.0.0.1', primary.port);
  await until(() => isFollowing(redis));
}

const rawEntries = async () => {
  const names = await open.redis.keys('kurz:*/*');
  return Promise.all(names.map((name) => open.redis.get(name)));
};

/** Begins a look-up: the link cache does not know the slug, so Postgres is read. The result arrives late. */
async function beginRead(slug: string) {
  expect(await open.linkCache.get(key(slug))).toBeUndefined();
  return open.linkCache.watermark(key(slug));
}

test('A slow fill does not bring a deleted link back after FLUSHALL took the tombstone', async () => {
  for (let round = 0; round < 200; round++) {
    const slug = `flushed-${round}`;
    const watermark = await beginRead(slug);
    await open.linkCache.apply(key(slug), gone(2));
    await open.redis.flushall();
    // another participant may have begun the next epoch before the fill, or not
    if (round % 2) await open.linkCache.apply(key('other'), link(1));
    expect(await open.linkCache.fill(key(slug), link(1), watermark)).toEqual(link(1));
    await open.linkCache.apply(key('another'), link(1));
    expect(await open.linkCache.get(key(slug))).toBeUndefined();
  }
});

test('After FLUSHALL the link cache serves and fills again by itself', async () => {
  await open.linkCache.apply(key('abc'), link(1));
  await open.redis.flushall();
  await until(async () => {
    const watermark = open.linkCache.watermark(key('abc'));
    expect(await open.linkCache.fill(key('abc'), link(1), watermark)).toEqual(link(1));
    return (await open.linkCache.get(key('abc'))) !== undefined;
  });
  await open.linkCache.apply(key('abc'), gone(2));
  expect(await open.linkCache.get(key('abc'))).toEqual(gone(2));
});

test('Deleting the epoch key makes every participant forget, redirectors by themselves and writers at their next change', async () => {
  const redirector = await openLinkCache(server.url, { settings: { heartbeatMs: 100 } });
  try {
    await redirector.linkCache.subscribe(() => {});
    await open.linkCache.apply(key('abc'), link(1));
    expect(await redirector.linkCache.get(key('abc'))).toEqual(link(1));
    await open.redis.del('kurz:epoch');
    await until(async () => (await redirector.linkCache.get(key('abc'))) === undefined);
    await open.linkCache.apply(key('abc'), gone(2));
    expect(await redirector.linkCache.get(key('abc'))).toEqual(gone(2));
  } finally {
    await redirector.close();
  }
});

test('What a crash brought back of an older state is not answered', async () => {
  await open.linkCache.apply(key('abc'), link(1));
  // from here on nothing reaches the disk
  await open.redis.config('SET', 'appendonly', 'no');
  await open.linkCache.apply(key('abc'), gone(2));
  await server.restart();
  await until(() => open.redis.status === 'ready');
  expect(await rawEntries()).toEqual(['e1 lnk_1 ws_1 https://example.com/']);
  expect(await open.linkCache.get(key('abc'))).toBeUndefined();
  await open.linkCache.fill(key('abc'), gone(0));
  expect(await open.linkCache.get(key('abc'))).toEqual(gone(0));
});

test('A failover that lost a deletion does not bring the link back, and is a gap', async () => {
  const replica = await startRedis();
  const target = { host: '127.0.0.1', port: server.port };
  const proxy = await startProxy(target);
  const through = await openLinkCache(`redis://${proxy.host}:${proxy.port}`, {
    settings: { heartbeatMs: 100 },
  });
  const atReplica = openRedis(replica.url, { log: silentLog, name: 'admin' }, { commandTimeoutMs: 5_000 });
  let gaps = 0;
  try {
    await until(() => atReplica.status === 'ready');
    await follow(atReplica, server);
    const subscription = await through.linkCache.subscribe(
      () => {},
      () => gaps++,
    );
    await through.linkCache.apply(key('abc'), link(1));
    await until(async () => (await atReplica.keys('kurz:*/abc')).length > 0);
    await atReplica.replicaof('NO', 'ONE');
    await through.linkCache.apply(key('abc'), gone(2));
    const gapsBefore = gaps;
    // the address of the primary now leads to the other server
    target.port = replica.port;
    proxy.resetAll();
    await until(() => gaps > gapsBefore && subscription.isConnected());
    expect(await atReplica.get((await atReplica.keys('kurz:*/abc'))[0] ?? '')).toMatch(/^e1 /);
    expect(await through.linkCache.get(key('abc'))).toBeUndefined();
  } finally {
    atReplica.disconnect();
    await through.close();
    await proxy.close();
    await replica.close();
  }
});

test('A primary that became a replica, and closed no connection, answers nothing of its own time', async () => {
  const replica = await startRedis();
  // so rare that no heartbeat notices
  const settings = { heartbeatMs: hour, connectedMs: 2 * hour };
  const redirector = await openLinkCache(server.url, { settings });
  const api = await openLinkCache(replica.url);
  const heard: string[] = [];
  try {
    await follow(api.redis, server);
    await open.linkCache.apply(key('abc'), link(1));
    await redirector.linkCache.subscribe(({ slug }) => heard.push(slug ?? ''));
    expect(await redirector.linkCache.get(key('abc'))).toEqual(link(1));
    await until(async () => (await api.redis.keys('kurz:*/abc')).length > 0);
    await api.redis.replicaof('NO', 'ONE');
    await follow(open.redis, replica);
    await api.linkCache.apply(key('abc'), gone(2));
    await until(() => heard.includes('abc'));
    expect(await redirector.linkCache.get(key('abc'))).toBeUndefined();
  } finally {
    await redirector.close();
    await api.close();
    await replica.close();
  }
});

test('A zone is not published on a primary that became a replica, where nobody listens any more', async () => {
  const primary = await startRedis();
  const next = await openLinkCache(primary.url);
  const heard: string[] = [];
  try {
    await next.linkCache.subscribe(({ zoneId }) => heard.push(zoneId));
    await open.linkCache.publishZone('zon_1');
    await open.redis.replicaof('127.0.0.1', primary.port);
    await expect(open.linkCache.publishZone('zon_2')).rejects.toThrow(/READONLY|LOADING/);
    await next.linkCache.publishZone('zon_3');
    await until(() => heard.includes('zon_3'));
    expect(heard).toEqual(['zon_3']);
  } finally {
    await next.close();
    await primary.close();
  }
});

test('A fill that took longer than a minute is answered but not stored; what is newer is still heard of', async () => {
  let now = 1_700_000_000_000;
  await open.close();
  open = await openLinkCache(server.url, { clock: { now: () => now } });
  const watermark = await beginRead('slow');
  const other = await beginRead('deleted');
  now += 60_001;
  await open.linkCache.apply(key('deleted'), gone(2));
  expect(await open.linkCache.fill(key('slow'), link(1), watermark)).toEqual(link(1));
  expect(await open.linkCache.fill(key('deleted'), link(1), other)).toEqual(gone(2));
  expect(await open.linkCache.get(key('slow'))).toBeUndefined();
  now -= hour;
  expect(await open.linkCache.fill(key('slow'), link(1), watermark)).toEqual(link(1));
  expect(await open.linkCache.get(key('slow'))).toBeUndefined();
});

test('Everything is kept for its time: links and deletions for a day, unknown slugs for seconds', async () => {
  await open.linkCache.fill(key('link'), link(1));
  await open.linkCache.apply(key('gone'), gone(2));
  await open.linkCache.fill(key('unknown'), gone(0));
  const lifeOf = async (slug: string) => open.redis.pttl((await open.redis.keys(`kurz:*/${slug}`))[0] ?? '');
  for (const slug of ['link', 'gone']) {
    expect(await lifeOf(slug)).toBeGreaterThan(23 * hour);
    expect(await lifeOf(slug)).toBeLessThanOrEqual(24 * hour);
  }
  expect(await lifeOf('unknown')).toBeGreaterThan(0);
  expect(await lifeOf('unknown')).toBeLessThanOrEqual(10_000);
});

test('With its memory full Redis still takes changes, only fills are refused', async () => {
  await open.linkCache.apply(key('abc'), link(1));
  await open.redis.config('SET', 'maxmemory', '1');
  await expect(open.linkCache.fill(key('def'), link(1))).rejects.toThrow('OOM');
  await open.linkCache.apply(key('abc'), gone(2));
  expect(await open.linkCache.get(key('abc'))).toEqual(gone(2));
  await open.redis.flushall();
  await open.linkCache.apply(key('abc'), gone(3));
  expect(await open.linkCache.get(key('abc'))).toEqual(gone(3));
});

test('A Redis that may evict is warned of, with a heading of the runbook', async () => {
  const warnings: unknown[] = [];
  const log: Log = {
    ...makeLog({ level: 'silent', service: 'test' }),
    warn: (fields: unknown) => void warnings.push(fields),
  };
  await open.redis.config('SET', 'maxmemory-policy', 'allkeys-lru');
  const warned = await openLinkCache(server.url, { log });
  await until(() => warnings.length > 0);
  await warned.close();
  expect(warnings).toEqual([{ event: 'redis_may_evict', policy: 'allkeys-lru', runbook: 'Redis may evict' }]);
});
