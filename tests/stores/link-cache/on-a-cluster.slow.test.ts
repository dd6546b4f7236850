// The link cache on a Redis Cluster does what every link cache does, and keeps its promises while slots move and
// replicas take over.

import { startRedisCluster, type RedisClusterNode, type TestRedisCluster } from '@kurz/backends';
import { makeRedisLiveClicks } from '@kurz/live-clicks';
import { until } from '../../until';
import { describeLiveClicks } from '../live-clicks/live-clicks-behaviour';
import { describeLinkCache } from './describe-link-cache';
import { gone, key, link } from './entries';
import { flushAll, openClusterLinkCache } from './open-cluster-link-cache';

let servers: TestRedisCluster;
beforeAll(async () => {
  servers = await startRedisCluster();
});
afterAll(() => servers.close());

const open = (settings = {}) => openClusterLinkCache(servers.url, settings);

describeLinkCache(
  'on a cluster',
  async () => {
    const opened = await open();
    await flushAll(opened.cluster);
    return opened;
  },
  { isHeardOnce: false },
);

describeLiveClicks('a cluster', async (clock) => {
  live ??= await open();
  await flushAll(live.cluster);
  return makeRedisLiveClicks({ redis: live.cluster, clock });
});
let live: Awaited<ReturnType<typeof open>> | undefined;
afterAll(() => live?.close());

/** The primary that has a key of that pattern. */
async function nodeWith(pattern: string): Promise<RedisClusterNode> {
  for (const node of await servers.primaries())
    if ((await servers.ask(node, (redis) => redis.keys(pattern))).length > 0) return node;
  throw new Error(`no primary has ${pattern}`);
}

const keys = Array.from({ length: 300 }, (_, number) => key(`slug-${number}`));

test('Keys that are looked up together get each their own answer, whatever primary has them', async () => {
  const { linkCache, close } = await open();
  try {
    for (const [at, one] of keys.entries()) await linkCache.apply(one, at % 3 ? link(at) : gone(at));
    expect(await linkCache.getAll([...keys, key('nobody')])).toEqual([
      ...keys.map((_, at) => (at % 3 ? link(at) : gone(at))),
      undefined,
    ]);
  } finally {
    await close();
  }
});

test('While slots move, and after, nothing older is answered than what was applied, and what was told is heard', async () => {
  const [writer, reader] = await Promise.all([open(), open()]);
  try {
    const heard = new Map(keys.map(({ slug }) => [slug, 0]));
    const told = new Map(keys.map(({ slug }) => [slug, 0]));
    const count = (counts: Map<string, number>, slug: string) =>
      void counts.set(slug, (counts.get(slug) ?? 0) + 1);
    await reader.linkCache.subscribe(({ slug }) => count(heard, slug ?? ''));
    const [from, to] = await servers.primaries();
    if (!from || !to) throw new Error('there are no primaries');
    const applied = new Map(keys.map(({ slug }) => [slug, 0]));
    let isOver = false;
    let version = 1_000;
    let refused = 0;
    const writing = (async () => {
      while (!isOver)
        for (const one of keys) {
          version++;
          await writer.linkCache.apply(one, link(version)).then(
            () => {
              applied.set(one.slug, version);
              count(told, one.slug);
            },
            () => void refused++,
          );
        }
    })();
    const stale: string[] = [];
    const reading = (async () => {
      while (!isOver) {
        const before = new Map(applied);
        const found = await reader.linkCache.getAll(keys);
        for (const [at, { slug }] of keys.entries()) {
          const entry = found[at];
          if (entry && entry.version < (before.get(slug) ?? 0)) stale.push(slug);
          // an unknown link is read from PostgreSQL and filled
          const watermark = reader.linkCache.watermark(key(slug));
          const stored = applied.get(slug) ?? 0;
          if (!entry && stored > 0) await reader.linkCache.fill(key(slug), link(stored), watermark);
        }
      }
    })();
    await servers.reshard(from, to, 2_000);
    await servers.reshard(to, from, 1_000);
    isOver = true;
    await Promise.all([writing, reading]);
    expect(stale).toEqual([]);
    // a change is heard once from each primary, and one that was refused may be heard as well
    await until(() => keys.every(({ slug }) => (heard.get(slug) ?? 0) >= (told.get(slug) ?? 0)));
    expect([...told.values()].some((times) => times > 0)).toBe(true);
    // all buckets take changes again
    await until(async () => {
      const outcomes = await Promise.allSettled(
        keys.map((one) => writer.linkCache.apply(one, link(1_000_000))),
      );
      return outcomes.every(({ status }) => status === 'fulfilled');
    });
    await until(async () => (await reader.linkCache.getAll(keys)).every((one) => one?.version === 1_000_000));
    process.stderr.write(`${version - 1_000} changes while slots moved, ${refused} refused for a moment\n`);
  } finally {
    await Promise.all([writer.close(), reader.close()]);
  }
});

test('A failover that lost a deletion does not bring the link back, and is a gap', async () => {
  const { linkCache, close } = await open({ heartbeatMs: 100 });
  try {
    let gaps = 0;
    const subscription = await linkCache.subscribe(
      () => {},
      () => gaps++,
    );
    await linkCache.apply(key('abc'), link(2_000_000));
    const primary = await nodeWith('*/abc');
    const replica = await servers.replicaOf(primary);
    const ofReplica = () => servers.ask(replica, (redis) => redis.keys('*/abc'));
    await until(async () => (await ofReplica()).length > 0);
    // so that the deletion reaches no replica
    replica.freeze();
    await servers.ask(primary, (redis) => redis.client('KILL', 'TYPE', 'replica'));
    await linkCache.apply(key('abc'), gone(2_000_001));
    const gapsBefore = gaps;
    primary.freeze();
    replica.thaw();
    await until(async () => (await servers.primaries()).includes(replica));
    await until(() => gaps > gapsBefore && subscription.isConnected());
    const [name = ''] = await ofReplica();
    expect(await servers.ask(replica, (redis) => redis.get(name))).toMatch(/^e2000000 /);
    expect(await linkCache.get(key('abc'))).toBeUndefined();
    // a former primary that comes back is not trusted
    primary.thaw();
    await linkCache.fill(key('abc'), gone(0));
    expect(await linkCache.get(key('abc'))).toEqual(gone(0));
  } finally {
    await close();
  }
});
