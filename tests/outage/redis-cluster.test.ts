// A Redis Cluster of three primaries with a replica each, under visitors and changes: slots move, and one or all
// primaries go away. Each link redirects as it should all the while, and changes are published on their new primary.

import { setTimeout as sleep } from 'node:timers/promises';
import { startRedisCluster, type RedisClusterNode, type TestRedisCluster } from '@kurz/backends';
import { makeClosing } from '@kurz/process';
import { openClusterLinkCache } from '../stores/link-cache/open-cluster-link-cache';
import { until } from '../until';
import { spreadOf } from './links/spread-of';
import {
  LISTENER,
  openTroubledRedis,
  TROUBLED_WORKERS,
  type Trouble,
  type TroubledRedis,
} from './links/troubled-redis';

const LINKS = 300;
/** Longer than nodes take to mark another node as failed. */
const AWAY_MS = 4_000;
/** Limit from the promotion until all changes are published. */
const PUBLISHED_WITHIN_MS = 5_000;
/** Limit of the p99 of all redirects since the trouble began; a busy machine may need twice its p99 from before. */
const P99_MS = 50;

const closing = makeClosing();
let cluster: TestRedisCluster;
let troubled: TroubledRedis;

beforeAll(async () => {
  cluster = await startRedisCluster();
  closing.add('redis', cluster.close);
  troubled = await openTroubledRedis(cluster.url, LINKS);
  closing.add('world', troubled.close);
});
afterAll(() => closing.close());

async function replaced(primary: RedisClusterNode, lose: () => Promise<void> | void): Promise<void> {
  await lose();
  await until(
    async () => {
      const primaries = await cluster.primaries();
      return primaries.length === 3 && !primaries.includes(primary);
    },
    { what: 'a replica is promoted' },
  );
}

async function primaryAt(place: number): Promise<RedisClusterNode> {
  const primary = (await cluster.primaries())[place];
  if (!primary) throw new Error('there is no such primary');
  return primary;
}

const troubles: Trouble[] = [
  {
    name: 'slots move to another primary and back',
    word: 'moved',
    run: async () => {
      const [from, to] = await cluster.primaries();
      if (!from || !to) throw new Error('there are no primaries');
      await cluster.reshard(from, to, 1_000);
      await cluster.reshard(to, from, 1_000);
    },
  },
  {
    name: 'all nodes are frozen, and thawed again',
    word: 'silent',
    run: async () => {
      for (const node of cluster.nodes) node.freeze();
      await sleep(AWAY_MS);
      for (const node of cluster.nodes) node.thaw();
      const info = (node: RedisClusterNode) => cluster.ask(node, (redis) => redis.cluster('INFO'));
      const isServing = async (node: RedisClusterNode) =>
        String(await info(node)).includes('cluster_state:ok');
      for (const node of cluster.nodes)
        await until(() => isServing(node).catch(() => false), { what: 'the cluster serves' });
    },
  },
  {
    name: 'a primary is killed',
    word: 'killed',
    run: async () => {
      const primary = await primaryAt(0);
      await replaced(primary, primary.kill);
    },
  },
  {
    name: 'a primary is frozen',
    word: 'frozen',
    run: async () => {
      const primary = await primaryAt(1);
      await replaced(primary, primary.freeze);
      // when the former primary comes back, it must not be taken for the primary
      primary.thaw();
    },
  },
];

test.each(troubles)('While $name, links redirect, and changes are published', async (trouble) => {
  const { faults, quiet, since, publishedMs } = await troubled.endure(trouble);
  expect(faults).toEqual([]);
  expect(spreadOf(since).p99).toBeLessThan(Math.max(P99_MS, 2 * spreadOf(quiet).p99));
  expect(publishedMs).toBeLessThan(PUBLISHED_WITHIN_MS);

  // the new primaries hold what the services have written since
  const now = await openClusterLinkCache(cluster.url);
  expect(await troubled.faultsOf(now.linkCache)).toEqual([]);
  await now.close();
  const listeners = async (node: RedisClusterNode) =>
    String(await cluster.ask(node, (redis) => redis.client('LIST'))).match(LISTENER)?.length;
  for (const primary of await cluster.primaries())
    await until(async () => (await listeners(primary)) === TROUBLED_WORKERS, {
      what: 'each worker hears of changes at each primary',
    });
});
