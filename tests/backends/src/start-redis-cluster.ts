// A Redis Cluster of six servers: three primaries, each with a third of the slots and a replica.

import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { openedOrClosed, type Closing } from '@kurz/process';
import { freePort, startNativeRedis } from '@kurz/stack';
import { Redis } from 'ioredis';
import { startProxy, type TestProxy } from './proxy/start-proxy';
import type { RedisServer } from './start-watched-redis';

const PRIMARIES = 3;
const SLOTS = 16_384;
/** Silence after which a primary counts as failed; Redis's default is 15 s. */
const NODE_TIMEOUT_MS = '1000';
const ASK_MS = 1_000;

/** `port`: the port that the node announces. */
export type RedisClusterNode = RedisServer & {
  port: number;
  tlsPort?: number;
  /** The proxy through which all but the test itself reach the node; undefined without proxies. */
  proxy?: TestProxy;
  /** Starts it again, on the same port with what a kill left. */
  restart: () => Promise<void>;
};

export type TestRedisCluster = {
  /** Names three of the nodes, by their TLS ports when they have some. */
  url: string;
  nodes: readonly RedisClusterNode[];
  /** The primaries as most of the answering nodes see them. */
  primaries: () => Promise<RedisClusterNode[]>;
  replicaOf: (primary: RedisClusterNode) => Promise<RedisClusterNode>;
  /** Moves this many slots, as an operator does. */
  reshard: (from: RedisClusterNode, to: RedisClusterNode, slots: number) => Promise<void>;
  /** Asks a node on a connection of its own. */
  ask: <Answer>(node: RedisClusterNode, ask: (redis: Redis) => Promise<Answer>) => Promise<Answer>;
  close: () => Promise<void>;
};

async function asked<Answer>(
  { url }: { url: string },
  ask: (redis: Redis) => Promise<Answer>,
): Promise<Answer> {
  const redis = new Redis(url, {
    lazyConnect: true,
    maxRetriesPerRequest: 0,
    connectTimeout: ASK_MS,
    commandTimeout: ASK_MS,
  });
  redis.on('error', () => undefined);
  try {
    await redis.connect();
    return await ask(redis);
  } finally {
    redis.disconnect();
  }
}

type Slots = [first: number, last: number, primary: Server, replica: Server][];
type Server = [host: string, port: number];

const idOf = (node: RedisClusterNode) => asked(node, async (redis) => String(await redis.cluster('MYID')));

/** `tls`: files of a CA, of the nodes' certificate and of its key. With them the nodes also answer over TLS. */
type Options = { isBehindProxies?: boolean; tls?: { authority: string; certificate: string; key: string } };

export const startRedisCluster = (options: Options = {}): Promise<TestRedisCluster> =>
  openedOrClosed((closing) => startAll(closing, options));

async function startNode(closing: Closing, { isBehindProxies, tls }: Options): Promise<RedisClusterNode> {
  const directory = await mkdtemp(path.join(os.tmpdir(), 'kurz-test-redis-'));
  closing.add('folder', () => rm(directory, { recursive: true, force: true }));
  const port = await freePort();
  const proxy = isBehindProxies ? await startProxy({ host: '127.0.0.1', port }) : undefined;
  if (proxy) closing.add('proxy', proxy.close);
  const settings = {
    'cluster-enabled': 'yes',
    'cluster-node-timeout': NODE_TIMEOUT_MS,
    'repl-diskless-sync-delay': '0',
    // a replica is listed only after it has heard from its primary
    'repl-ping-replica-period': '1',
  };
  // the cluster bus has its own port; for high ports the default one would exceed 65,535
  const busPort = String(await freePort());
  const announced: Record<string, string> = proxy ? { 'cluster-announce-port': String(proxy.port) } : {};
  const tlsPort = tls && (await freePort());
  const encrypted: Record<string, string> = tls
    ? {
        'tls-port': String(tlsPort),
        'tls-cert-file': tls.certificate,
        'tls-key-file': tls.key,
        'tls-ca-cert-file': tls.authority,
        'tls-auth-clients': 'no',
        // without it nodes name their plain port to TLS clients too
        'tls-cluster': 'yes',
        'tls-replication': 'yes',
      }
    : {};
  const own = { ...settings, ...announced, ...encrypted, 'cluster-port': busPort };
  const start = () => startNativeRedis(directory, port, { settings: own });
  let server = await start();
  closing.add('redis', () => server.kill());
  return {
    port: proxy?.port ?? port,
    ...(tlsPort !== undefined && { tlsPort }),
    url: `redis://127.0.0.1:${port}`,
    ...(proxy && { proxy }),
    freeze: () => server.freeze(),
    thaw: () => server.thaw(),
    kill: () => server.kill(),
    restart: async () => {
      server = await start();
    },
  };
}

/** Resolves when `holds` is true for each node. */
async function untilEach(
  nodes: readonly RedisClusterNode[],
  holds: (redis: Redis) => Promise<boolean>,
): Promise<void> {
  for (const node of nodes) while (!(await asked(node, holds))) await sleep(25);
}

async function join(nodes: readonly RedisClusterNode[]): Promise<void> {
  const [first] = nodes;
  for (const [place, node] of nodes.entries()) {
    await asked(node, async (redis) => {
      await redis.cluster('SET-CONFIG-EPOCH', place + 1);
      const bus = /^\d+/.exec(String(((await redis.config('GET', 'cluster-port')) as string[])[1]));
      if (!first || node === first) return;
      await asked(first, (one) => one.call('CLUSTER', 'MEET', '127.0.0.1', node.port, bus?.[0] ?? ''));
    });
  }
  const primaries = nodes.slice(0, PRIMARIES);
  for (const [place, node] of primaries.entries()) {
    const [from, to] = [place, place + 1].map((at) => Math.floor((at * SLOTS) / PRIMARIES));
    await asked(node, (redis) => redis.call('CLUSTER', 'ADDSLOTSRANGE', from ?? 0, (to ?? 0) - 1));
  }
  await untilEach(nodes, async (redis) =>
    String(await redis.cluster('INFO')).includes(`cluster_known_nodes:${nodes.length}`),
  );
  for (const [place, node] of nodes.slice(PRIMARIES).entries()) {
    const primary = primaries[place];
    if (primary) await asked(node, async (redis) => redis.cluster('REPLICATE', await idOf(primary)));
  }
  await untilEach(nodes, async (redis) => String(await redis.cluster('INFO')).includes('cluster_state:ok'));
  await untilEach(primaries, async (redis) => (await redis.info('replication')).includes('state=online'));
  // each node lists each replica
  await untilEach(nodes, async (redis) => {
    const ranges = (await redis.cluster('SLOTS')) as unknown[][];
    return ranges.length === PRIMARIES && ranges.every((range) => range.length === 4);
  });
}

async function startAll(closing: Closing, options: Options): Promise<TestRedisCluster> {
  const nodes = await Promise.all(Array.from({ length: 2 * PRIMARIES }, () => startNode(closing, options)));
  await join(nodes);

  /** The views of the nodes that answer. */
  const views = async () => {
    const said = await Promise.allSettled(
      nodes.map((node) => asked(node, async (redis) => JSON.stringify(await redis.cluster('SLOTS')))),
    );
    return said.flatMap((view) => (view.status === 'fulfilled' ? [view.value] : []));
  };
  /** The view that most nodes share. */
  const slots = async (): Promise<Slots> => {
    const said = await views();
    const count = (view: string) => said.filter((other) => other === view).length;
    return JSON.parse(said.sort((one, other) => count(other) - count(one))[0] ?? '[]') as Slots;
  };
  const nodeOf = (wanted: number | undefined) => {
    const node = nodes.find(({ port }) => port === wanted);
    if (!node) throw new Error('there is no such node');
    return node;
  };
  return {
    url: `${options.tls ? 'rediss' : 'redis'}+cluster://${nodes
      .slice(0, PRIMARIES)
      .map(({ port, tlsPort }) => `127.0.0.1:${tlsPort ?? port}`)
      .join(',')}`,
    nodes,
    primaries: async () => [...new Set((await slots()).map(([, , [, port]]) => nodeOf(port)))],
    replicaOf: async ({ port: wanted }) =>
      nodeOf((await slots()).find(([, , [, port]]) => port === wanted)?.[3][1]),
    reshard: async (from, to, count) => {
      // slots are moved only when all nodes agree on them
      while (new Set(await views()).size > 1) await sleep(25);
      const [fromId, toId] = [await idOf(from), await idOf(to)];
      const moved = ['--cluster-from', fromId, '--cluster-to', toId, '--cluster-slots', String(count)];
      const args = ['--cluster', 'reshard', `127.0.0.1:${to.port}`, ...moved, '--cluster-yes'];
      await promisify(execFile)('redis-cli', args);
    },
    ask: asked,
    close: closing.close,
  };
}
