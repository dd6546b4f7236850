// Starts the stores of a run: PostgreSQL always; the links in it, Redis and Kafka when a case needs them.

import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { silentLog } from '@kurz/process';
import { startEmbeddedPostgres } from '../../services/standalone/dist/postgres/start-embedded-postgres.js';
import { fillPostgres } from './stores/fill-postgres.mjs';
import { startKafka } from './stores/start-kafka.mjs';
import { startFilledCluster, startRedis } from './stores/start-redis.mjs';

/** `needs`: a set of `postgres` (links in PostgreSQL), `redis`, `redis-cluster` and `kafka`. */
export async function startStores({ links, needs }) {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'kurz-bench-redirector-'));
  const directory = path.join(folder, 'postgres');
  const postgres = await startEmbeddedPostgres({ directory, password: 'bench', log: silentLog });
  const open = [postgres];
  const close = async () => {
    for (const store of open.reverse()) await store.close();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const { zoneId, token } = await fillPostgres(postgres.options, {
      links: needs.has('postgres') ? links : 0,
    });
    const redis = needs.has('redis') ? await startRedis({ links, zoneId }) : undefined;
    if (redis) open.push(redis);
    const cluster = needs.has('redis-cluster') ? await startFilledCluster({ links, zoneId }) : undefined;
    if (cluster) open.push(cluster);
    const kafka = needs.has('kafka') ? await startKafka() : undefined;
    if (kafka) open.push(kafka);
    return {
      options: {
        postgres: postgres.options,
        zoneId,
        token,
        redisUrl: redis?.url,
        redisClusterUrl: cluster?.url,
        broker: kafka?.broker,
        links,
        hasFastPath: true,
        fsyncMs: 1_000,
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
