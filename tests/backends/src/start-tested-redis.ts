// The Redis under test: one server or, with KURZ_TEST_REDIS=cluster, a cluster of six. A fault hits all six together.

import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { startProxy, type TestProxy } from './proxy/start-proxy';
import { startRedis } from './start-redis';
import { startRedisCluster, type RedisClusterNode, type TestRedisCluster } from './start-redis-cluster';
import type { TestRedis } from './test-redis';

type Network = Pick<TestProxy, 'blackHole' | 'refuse' | 'delay' | 'heal'>;

export type TestedRedis = Omit<TestRedis, 'port' | 'pid'> & {
  /** All servers of a cluster; undefined for one server. */
  nodes?: readonly { url: string }[];
  /** Runs `ask` on each server that accepts writes, bypassing the proxies. */
  onEach: (ask: (redis: Redis) => Promise<unknown>) => Promise<void>;
  /**
   * Opens a route to Redis with its own network. A cluster's servers name the same address to all clients, so `url`
   * above has that network too.
   */
  openProxied: () => Promise<{ url: string; network: Network; close: () => Promise<void> }>;
};

export const IS_CLUSTER_TESTED = process.env['KURZ_TEST_REDIS'] === 'cluster';

export const startTestedRedis = async (): Promise<TestedRedis> =>
  IS_CLUSTER_TESTED
    ? ofCluster(await startRedisCluster({ isBehindProxies: true }))
    : ofOne(await startRedis());

function ofOne(redis: TestRedis): TestedRedis {
  return {
    ...redis,
    onEach: async (ask) => {
      const connection = new Redis(redis.url);
      try {
        await ask(connection);
      } finally {
        connection.disconnect();
      }
    },
    openProxied: async () => {
      const network = await startProxy({ host: '127.0.0.1', port: redis.port });
      return { url: `redis://${network.host}:${network.port}`, network, close: network.close };
    },
  };
}

function ofCluster(cluster: TestRedisCluster): TestedRedis {
  const { url, nodes, close } = cluster;
  const onAll = async (run: (node: RedisClusterNode) => unknown) => {
    await Promise.all(nodes.map((node) => run(node)));
  };
  const isServing = async (node: RedisClusterNode) => {
    const info = await cluster.ask(node, (redis) => redis.cluster('INFO')).catch(() => '');
    return String(info).includes('cluster_state:ok');
  };
  const network: Network = {
    blackHole: () => nodes.forEach(({ proxy }) => proxy?.blackHole()),
    refuse: () => onAll(({ proxy }) => proxy?.refuse()),
    delay: (ms) => nodes.forEach(({ proxy }) => proxy?.delay(ms)),
    heal: () => onAll(({ proxy }) => proxy?.heal()),
  };
  return {
    url,
    nodes,
    freeze: () => onAll((node) => node.freeze()),
    thaw: () => onAll((node) => node.thaw()),
    kill: () => onAll((node) => node.kill()),
    restart: async () => {
      await onAll((node) => node.kill());
      await onAll((node) => node.restart());
      await onAll(async (node) => {
        while (!(await isServing(node))) await sleep(25);
      });
    },
    onEach: async (ask) => {
      await Promise.all((await cluster.primaries()).map((node) => cluster.ask(node, ask)));
    },
    openProxied: () => Promise.resolve({ url, network, close: () => Promise.resolve() }),
    close,
  };
}
