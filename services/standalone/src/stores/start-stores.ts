// Opens the stores of the embedded product below its data folder, side by side: real PostgreSQL and real ClickHouse,
// both brought to this build's schema.

import { existsSync, rmSync } from 'node:fs';
import { UNHURRIED } from '@kurz/admin';
import { migrateClickTables, openClickHouse, type ClickHouse } from '@kurz/click-tables';
import { migrateDatabase, openDatabase, type Database, type DatabaseOptions } from '@kurz/database';
import type { Closing, Log } from '@kurz/process';
import { embeddedConnection } from '../clickhouse/embedded-connection';
import type { DataFolder } from '../data-folder/data-folder';
import { keepPostgres } from './keep-postgres';

export type Stores = {
  database: Database;
  /** Where PostgreSQL listens, for those that work beside the product. */
  postgres: { host: string; port: number; database: string; user: string };
  clickHouse: ClickHouse;
};

export type StoresDeps = {
  folder: DataFolder;
  postgresPassword: string;
  log: Log;
  /** Gets the closing of each store as soon as it is open, so that a failed start leaves nothing running. */
  closing: Closing;
};

/** ClickHouse's own start holds up this thread: on a busy machine a connection takes longer than a request may wait for one. */
async function migrateUnhurried(options: DatabaseOptions, log: Log): Promise<void> {
  const database = openDatabase({ ...options, ...UNHURRIED });
  try {
    await migrateDatabase(database.pool, undefined, { log });
  } finally {
    await database.close();
  }
}

async function startDatabase({ folder, postgresPassword, log, closing }: StoresDeps) {
  const postgres = await keepPostgres({ directory: folder.postgres, password: postgresPassword, log });
  closing.add('postgres', postgres.close);
  const { host, port, database: name, user } = postgres.options;
  await migrateUnhurried(postgres.options, log);
  let isClosing = false;
  const database = openDatabase({
    ...postgres.options,
    onError: (error) => {
      // connections of a closed pool may still report the server's end
      if (!isClosing) log.warn({ event: 'postgres_connection_lost', error: error.message });
    },
  });
  closing.add('database', () => {
    isClosing = true;
    return database.close();
  });
  return { database, postgres: { host, port, database: name, user } };
}

/**
 * Where a first start fails, what it has made goes: on a full disk the engine leaves empty files, with which it never
 * opens the folder again.
 */
async function startClickHouse({ folder, closing }: StoresDeps): Promise<ClickHouse> {
  let isMade = existsSync(folder.clickHouse);
  closing.add('half-made clickhouse', () => {
    if (!isMade) rmSync(folder.clickHouse, { recursive: true, force: true });
  });
  const clickHouse = openClickHouse({
    kind: 'embedded',
    connection: embeddedConnection(folder.clickHouse),
    database: 'kurz',
  });
  closing.add('clickhouse', clickHouse.close);
  await migrateClickTables(clickHouse);
  isMade = true;
  return clickHouse;
}

/** Starts both; when one fails, the other has settled before this throws. */
export async function startStores(deps: StoresDeps): Promise<Stores> {
  const [database, clickHouse] = await Promise.allSettled([startDatabase(deps), startClickHouse(deps)]);
  if (database.status === 'rejected') throw database.reason;
  if (clickHouse.status === 'rejected') throw clickHouse.reason;
  return { ...database.value, clickHouse: clickHouse.value };
}
