// The schema checks of PostgreSQL and ClickHouse on which a service's readiness depends.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { startClickHouse, startPostgres, type TestClickHouse, type TestPostgres } from '@kurz/backends';
import { isClickSchemaCurrent, openClickHouse, type ClickHouse } from '@kurz/click-tables';
import {
  isSchemaCurrent,
  makeSchemaCheck,
  migrateDatabase,
  openDatabase,
  type Database,
} from '@kurz/database';
import { silentLog } from '@kurz/process';

let postgres: TestPostgres;
let database: Database;
let server: TestClickHouse;
let clickHouse: ClickHouse;
beforeAll(async () => {
  [postgres, server] = await Promise.all([startPostgres(), startClickHouse()]);
  database = openDatabase({ ...postgres.options, statementTimeoutMs: 0 });
  clickHouse = openClickHouse(server.options);
});
afterAll(async () => {
  await Promise.all([database.close(), clickHouse.close()]);
  await Promise.all([postgres.close(), server.close()]);
});

test('A migrated database is current, also when it has migrations of a newer version', async () => {
  expect(await isSchemaCurrent(database.pool)).toBe(true);
  await database.pool.query("INSERT INTO migrations (name) VALUES ('9999-future.sql')");
  expect(await isSchemaCurrent(database.pool)).toBe(true);
  await database.pool.query("DELETE FROM migrations WHERE name = '9999-future.sql'");
});

test('A database without a migration of this build is not, nor is one that was never migrated', async () => {
  const options = { ...postgres.options, database: 'empty' };
  await database.pool.query('CREATE DATABASE empty');
  const empty = openDatabase(options);
  expect(await isSchemaCurrent(empty.pool)).toBe(false);
  await migrateDatabase(empty.pool);
  await empty.pool.query('DELETE FROM migrations WHERE name = (SELECT min(name) FROM migrations)');
  expect(await isSchemaCurrent(empty.pool)).toBe(false);
  await empty.close();
});

test('A newer database is refused, or kept as it is where it has all of this build', async () => {
  await database.pool.query("INSERT INTO migrations (name) VALUES ('9999-future.sql')");
  const newer = /newer than this program: it has 9999-future.sql/;
  await expect(migrateDatabase(database.pool)).rejects.toThrow(newer);
  expect(await migrateDatabase(database.pool, undefined, { newer: 'kept' })).toEqual([]);
  const folder = mkdtempSync(path.join(os.tmpdir(), 'kurz-migrations-'));
  writeFileSync(path.join(folder, '0001-unknown.sql'), 'CREATE TABLE unknown ()');
  await expect(migrateDatabase(database.pool, folder, { newer: 'kept' })).rejects.toThrow(/newer than/);
  rmSync(folder, { recursive: true });
  await database.pool.query("DELETE FROM migrations WHERE name = '9999-future.sql'");
});

test('A migration takes its time, whatever limit the statements of its pool have', async () => {
  await database.pool.query('CREATE DATABASE slow');
  const slow = openDatabase({ ...postgres.options, database: 'slow', statementTimeoutMs: 50 });
  const folder = mkdtempSync(path.join(os.tmpdir(), 'kurz-migrations-'));
  writeFileSync(path.join(folder, '0001-slow.sql'), 'SELECT pg_sleep(0.8); CREATE TABLE made ();');
  expect(await migrateDatabase(slow.pool, folder)).toEqual(['0001-slow.sql']);
  await slow.close();
  rmSync(folder, { recursive: true });
});

test('Once current, the check holds without asking again', async () => {
  const check = makeSchemaCheck({ pool: database.pool, log: silentLog });
  expect(await check()).toBe(true);
  await database.pool.query('ALTER TABLE migrations RENAME TO migrations_moved');
  expect(await check()).toBe(true);
  expect(await makeSchemaCheck({ pool: database.pool, log: silentLog })()).toBe(false);
  await database.pool.query('ALTER TABLE migrations_moved RENAME TO migrations');
});

test('Migrated ClickHouse tables are current; a database that is not there is not', async () => {
  expect(await isClickSchemaCurrent(clickHouse)).toBe(true);
  expect(await isClickSchemaCurrent({ ...clickHouse, database: 'absent' })).toBe(false);
});

test('A ClickHouse that is away is an error, not an old schema', async () => {
  await server.kill();
  await expect(isClickSchemaCurrent(clickHouse)).rejects.toThrow();
  await server.restart();
  expect(await isClickSchemaCurrent(clickHouse)).toBe(true);
});
