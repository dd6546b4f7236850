// What the servers need: PostgreSQL with the one zone, and Redis with every link for the baselines that ask it.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createZone } from '@kurz/api';
import { migrateDatabase, openDatabase } from '@kurz/database';
import { makeLog } from '@kurz/process';
import { Redis } from 'ioredis';
import { startEmbeddedPostgres } from '../../../services/standalone/dist/postgres/start-embedded-postgres.js';
import { linkOf } from './links.mjs';
import { pinnedTo } from './pinned-to.mjs';

const BATCH = 10_000;

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}

async function fillRedis(redis, links) {
  for (let from = 0; from < links; from += BATCH) {
    const pairs = [];
    for (let n = from; n < Math.min(from + BATCH, links); n++) {
      const { slug, entry } = linkOf(n);
      pairs.push(slug, entry.location);
    }
    await redis.mset(...pairs);
  }
}

async function startRedis(links) {
  const port = await freePort();
  const [command, ...args] = [
    ...pinnedTo(1),
    'redis-server',
    '--port',
    String(port),
    '--bind',
    '127.0.0.1',
    '--save',
    '',
  ];
  const child = spawn(command, args, { stdio: 'ignore' });
  const ended = once(child, 'exit');
  const redis = new Redis(port, '127.0.0.1', { maxRetriesPerRequest: null });
  redis.on('error', () => {});
  while ((await redis.ping().catch(() => '')) !== 'PONG') await sleep(50);
  await fillRedis(redis, links);
  redis.disconnect();
  const close = async () => {
    child.kill('SIGTERM');
    await ended;
  };
  return { url: `redis://127.0.0.1:${port}`, close };
}

export async function startStores({ links, needsRedis }) {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'kurz-bench-redirector-'));
  const log = makeLog({ level: 'error', service: 'bench' });
  const postgres = await startEmbeddedPostgres({
    directory: path.join(folder, 'postgres'),
    password: 'bench',
    log,
  });
  const database = openDatabase(postgres.options);
  await migrateDatabase(database.pool);
  // the visitors ask for 127.0.0.1 and a port that differs from server to server
  const { zoneId } = await createZone(database.db, {
    domain: '127.0.0.1',
    zoneType: 'global',
    isDefault: true,
  });
  await database.close();
  const redis = needsRedis ? await startRedis(links) : undefined;
  return {
    options: {
      postgres: postgres.options,
      zoneId,
      redisUrl: redis?.url,
      links,
      isLean: true,
      fsyncMs: 1_000,
    },
    close: async () => {
      await redis?.close();
      await postgres.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
