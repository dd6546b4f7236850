// A PostgreSQL and a ClickHouse in a temporary folder, migrated, and a Redis: the real engines, each in a process of
// its own.

import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { migrateClickTables, openClickHouse } from '@kurz/click-tables';
import { migrateDatabase, openDatabase } from '@kurz/database';
import { makeLog } from '@kurz/process';
import { startEmbeddedPostgres } from '../../services/standalone/dist/postgres/start-embedded-postgres.js';
import { startProcess } from './start-process.mjs';
import { startRedisProcess } from '../redis-process.mjs';

const CLICKHOUSE = fileURLToPath(new URL('../../services/stack/clickhouse-server.cjs', import.meta.url));

/** A migrated ClickHouse in this folder. */
export async function startClickHouse(folder) {
  const { port, pid, close } = await startProcess([CLICKHOUSE], [folder, '0']);
  const url = `http://127.0.0.1:${port}`;
  const options = { kind: 'server', url, database: 'kurz', requestTimeoutMs: 300_000 };
  const clickHouse = openClickHouse(options);
  await migrateClickTables(clickHouse);
  return {
    options,
    pid,
    clickHouse,
    close: async () => {
      await clickHouse.close();
      await close();
    },
  };
}

/** The returned handles are for seeding, so their statements have no time limit. */
export async function startStores() {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'kurz-bench-api-'));
  const log = makeLog({ level: 'error', service: 'bench' });
  const postgres = await startEmbeddedPostgres({
    directory: path.join(folder, 'postgres'),
    password: 'bench',
    log,
  });
  const redis = await startRedisProcess();
  const analytics = await startClickHouse(path.join(folder, 'clickhouse'));
  const database = openDatabase({ ...postgres.options, statementTimeoutMs: 0 });
  await migrateDatabase(database.pool);
  return {
    postgresOptions: postgres.options,
    clickHouseOptions: analytics.options,
    clickHousePid: analytics.pid,
    redisUrl: redis.url,
    database,
    clickHouse: analytics.clickHouse,
    close: async () => {
      await database.close();
      await analytics.close();
      await redis.close();
      await postgres.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
