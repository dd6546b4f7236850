// A migration waits for a long read of its table, as by a backup or an export, and holds up no service meanwhile.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { migrateDatabase, type Database } from '@kurz/database';
import { silentLog, type Log } from '@kurz/process';
import type { PoolClient } from 'pg';
import { openLenientDatabase } from '../../fixture-database';
import { untilLockWaits } from '../../lock-waits';

let database: Database;
let backup: PoolClient;
const folder = mkdtempSync(path.join(os.tmpdir(), 'kurz-migrations-'));
beforeAll(async () => {
  database = await openLenientDatabase();
  backup = await database.pool.connect();
  await database.pool.query('TRUNCATE migrations; CREATE TABLE read_for_long (id integer)');
  writeFileSync(path.join(folder, '0001-first.sql'), 'CREATE TABLE made_first ()');
  const second =
    'CREATE TABLE made_second (); ALTER TABLE read_for_long ADD COLUMN more text; INSERT INTO read_for_long VALUES (1)';
  writeFileSync(path.join(folder, '0002-second.sql'), second);
});
afterAll(async () => {
  backup.release(true);
  await database.close();
  rmSync(folder, { recursive: true });
});

test('the services go on reading the table, and the migration is applied once when it is free', async () => {
  const { db, pool } = database;
  await backup.query('BEGIN; SELECT FROM read_for_long');
  const logged: unknown[] = [];
  const log: Log = { ...silentLog, warn: (fields: object) => void logged.push(fields) };
  const migrated = migrateDatabase(pool, folder, { log });
  await untilLockWaits(db, { within: 'read_for_long ADD COLUMN' });
  // this read queues behind the migration
  expect((await pool.query('SELECT FROM read_for_long')).rowCount).toBe(0);
  await backup.query('COMMIT');
  expect(await migrated).toEqual(['0001-first.sql', '0002-second.sql']);
  expect(logged).toEqual([{ event: 'migration_waits', migration: '0002-second.sql' }]);
  expect((await pool.query('SELECT id, more FROM read_for_long')).rows).toEqual([{ id: 1, more: null }]);
});
