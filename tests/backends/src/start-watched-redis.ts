// A primary of Redis with two replicas, and three sentinels that watch them and promote one in its place.

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openedOrClosed, type Closing } from '@kurz/process';
import {
  freePort,
  redisAnswers,
  startNativeRedis,
  startServerProcess,
  type ServerProcess,
} from '@kurz/stack';
import { Redis } from 'ioredis';

const NAME = 'kurz';
const REPLICAS = 2;
const SENTINELS = 3;
const QUORUM = 2;
/** Silence after which a sentinel takes the primary for gone. */
const DOWN_AFTER_MS = 1_000;

export type RedisServer = Pick<ServerProcess, 'kill' | 'freeze' | 'thaw'> & {
  /** `redis://127.0.0.1:PORT` */
  url: string;
};

export type Sentinel = Pick<ServerProcess, 'freeze' | 'thaw'> & {
  /** How many connections it would tell of a failover. */
  subscribers: () => Promise<number>;
};

export type WatchedRedis = {
  /** Names the sentinels; `user:password@` goes before the hosts. */
  urlFor: (credentials?: string) => string;
  servers: RedisServer[];
  /** In the order in which the address names them. */
  sentinels: Sentinel[];
  /** The server that this sentinel considers the primary; default: the first sentinel. */
  primary: (sentinel?: number) => Promise<RedisServer>;
  close: () => Promise<void>;
};

async function asked<Answer>(port: number, ask: (redis: Redis) => Promise<Answer>): Promise<Answer> {
  const redis = new Redis(port, '127.0.0.1', { lazyConnect: true, maxRetriesPerRequest: 0 });
  try {
    await redis.connect();
    return await ask(redis);
  } finally {
    redis.disconnect();
  }
}

const startSentinel = async (directory: string, primaryPort: number, port: number) => {
  const file = path.join(directory, 'sentinel.conf');
  const settings = [
    `port ${port}`,
    'bind 127.0.0.1',
    `dir ${directory}`,
    `sentinel monitor ${NAME} 127.0.0.1 ${primaryPort} ${QUORUM}`,
    `sentinel down-after-milliseconds ${NAME} ${DOWN_AFTER_MS}`,
    // also how long a sentinel waits for another one's failover
    `sentinel failover-timeout ${NAME} ${DOWN_AFTER_MS}`,
  ];
  await writeFile(file, `${settings.join('\n')}\n`);
  return startServerProcess({
    program: 'redis-server',
    args: [file, '--sentinel'],
    isReady: () => redisAnswers(port),
    startMs: 30_000,
  });
};

export const startWatchedRedis = (): Promise<WatchedRedis> => openedOrClosed(startAll);

async function startAll(closing: Closing): Promise<WatchedRedis> {
  const folder = async () => {
    const directory = await mkdtemp(path.join(os.tmpdir(), 'kurz-test-redis-'));
    closing.add('folder', () => rm(directory, { recursive: true, force: true }));
    return directory;
  };
  const start = async () => {
    const port = await freePort();
    const server = await startNativeRedis(await folder(), port);
    closing.add('redis', server.kill);
    return { ...server, port, url: `redis://127.0.0.1:${port}` };
  };
  const first = await start();
  const servers = [first];
  for (let index = 0; index < REPLICAS; index++) {
    const replica = await start();
    await asked(replica.port, (redis) => redis.replicaof('127.0.0.1', first.port));
    servers.push(replica);
  }
  const followers = async () =>
    (await asked(first.port, (redis) => redis.info('replication'))).split('state=online').length - 1;
  while ((await followers()) < REPLICAS) await sleep(25);

  const ports: number[] = [];
  const sentinels: Sentinel[] = [];
  for (let index = 0; index < SENTINELS; index++) {
    const port = await freePort();
    const sentinel = await startSentinel(await folder(), first.port, port);
    closing.add('sentinel', sentinel.kill);
    ports.push(port);
    sentinels.push({
      ...sentinel,
      subscribers: () =>
        asked(
          port,
          async (redis) => String(await redis.client('LIST')).match(/ sub=1 psub=0 /g)?.length ?? 0,
        ),
    });
  }
  // before each knows the others and the replicas, they promote nothing
  const isReady = async (port: number) => {
    const said = String(await asked(port, (redis) => redis.call('SENTINEL', 'MASTERS')));
    return said.includes(`num-slaves,${REPLICAS},`) && said.includes(`num-other-sentinels,${SENTINELS - 1},`);
  };
  for (const port of ports) while (!(await isReady(port))) await sleep(25);

  const hosts = ports.map((port) => `127.0.0.1:${port}`).join(',');
  return {
    urlFor: (credentials = '') =>
      `redis+sentinel://${credentials === '' ? '' : `${credentials}@`}${hosts}/0?master=${NAME}`,
    servers,
    sentinels,
    primary: async (sentinel = 0) => {
      const answer = await asked(ports[sentinel] ?? 0, (redis) =>
        redis.call('SENTINEL', 'GET-MASTER-ADDR-BY-NAME', NAME),
      );
      const server = servers.find(({ port }) => String(answer) === `127.0.0.1,${port}`);
      if (!server) throw new Error(`the sentinels know another primary: ${String(answer)}`);
      return server;
    },
    close: closing.close,
  };
}
