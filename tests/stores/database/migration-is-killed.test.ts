// A migration ends when its program is killed, and releases its locks for the next one.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { migrateDatabase, openDatabase, type Database } from '@kurz/database';
import type { Client } from 'pg';
import { openTestDatabase, type TestDatabase } from '@kurz/backends';
import { LENIENT_TIMEOUTS } from '../../fixture-database';
import { until } from '../../until';

let postgres: TestDatabase;
let database: Database;
const folder = mkdtempSync(path.join(os.tmpdir(), 'kurz-migrations-'));
const write = (sql: string) => writeFileSync(path.join(folder, '0001-long.sql'), sql);
beforeAll(async () => {
  postgres = await openTestDatabase();
  database = openDatabase({ ...postgres.options, ...LENIENT_TIMEOUTS });
  await database.pool.query('TRUNCATE migrations');
});
afterAll(async () => {
  await database.pool.query(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND query LIKE '%pg_sleep%' AND pid <> pg_backend_pid()",
  );
  await database.close();
  await postgres.close();
  rmSync(folder, { recursive: true });
});

const isUnderWay = async () => {
  const { rows } = await database.pool.query(
    "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'PgSleep'",
  );
  return rows.length > 0;
};

test('the next one does not wait until a killed one would have been done', async () => {
  // takes long, like an index on a large table
  write('CREATE TABLE long_made (); SELECT pg_sleep(600)');
  const killed = openDatabase({ ...postgres.options, statementTimeoutMs: 0 });
  const sockets: Client['connection']['stream'][] = [];
  killed.pool.on('connect', (client) => sockets.push((client as unknown as Client).connection.stream));
  const migrated = migrateDatabase(killed.pool, folder).catch((error: unknown) => error);
  await until(isUnderWay, { what: 'the migration is under way' });
  // closes the connections as the system does when a process is killed
  for (const socket of sockets) socket.destroy();
  expect(await migrated).toBeInstanceOf(Error);
  await killed.close();
  write('CREATE TABLE long_made ()');
  expect(await migrateDatabase(database.pool, folder)).toEqual(['0001-long.sql']);
});
