// A PostgreSQL and a ClickHouse in a temporary folder, migrated, and a Redis: the real engines, each in a process of its
// own.

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

/** The handles are for seeding: no statement of theirs has a time limit. */
export async function startStores() {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'kurz-bench-api-'));
  const log = makeLog({ level: 'error', service: 'bench' });
  const postgres = await startEmbeddedPostgres({
    directory: path.join(folder, 'postgres'),
    password: 'bench',
    log,
  });
  const redis = await startRedisProcess();
  const clickHouseProcess = await startProcess([CLICKHOUSE], [path.join(folder, 'clickhouse'), '0']);
  const clickHouseOptions = {
    kind: 'server',
    url: `http://127.0.0.1:${clickHouseProcess.port}`,
    database: 'kurz',
    requestTimeoutMs: 300_000,
  };
  const database = openDatabase({ ...postgres.options, statementTimeoutMs: 0 });
  const clickHouse = openClickHouse(clickHouseOptions);
  await migrateDatabase(database.pool);
  await migrateClickTables(clickHouse);
  return {
    postgresOptions: postgres.options,
    clickHouseOptions,
    clickHousePid: clickHouseProcess.pid,
    redisUrl: redis.url,
    database,
    clickHouse,
    close: async () => {
      await clickHouse.close();
      await database.close();
      await clickHouseProcess.close();
      await redis.close();
      await postgres.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
