// Opens the stores of the embedded product below its data folder, side by side: real PostgreSQL and real ClickHouse,
// both brought to this build's schema.

import { existsSync, rmSync } from 'node:fs';
import { ADMIN_DATABASE_OPTIONS } from '@kurz/admin';
import { migrateClickTables, openClickHouse, type ClickHouse } from '@kurz/click-tables';
import {
  migrateDatabase,
  NewerDatabaseError,
  openDatabase,
  type Database,
  type DatabaseOptions,
} from '@kurz/database';
import type { Closing, Log } from '@kurz/process';
import { embeddedConnection } from '../clickhouse/embedded-connection';
import { assertNothingCounted, withoutCounts } from '../data-folder/assert-nothing-counted';
import type { DataFolder } from '../data-folder/data-folder';
import { asFault, DataFolderFault } from '../data-folder/data-folder-fault';
import { keepPostgres } from './keep-postgres';

export type Stores = {
  database: Database;
  /** PostgreSQL's address, for commands that work beside the product. */
  postgres: { host: string; port: number; database: string; user: string };
  clickHouse: ClickHouse;
};

export type StoresDeps = {
  folder: DataFolder;
  postgresPassword: string;
  log: Log;
  /** Each store adds its closing as soon as it is open, so that a failed start leaves nothing running. */
  closing: Closing;
};

/** With longer timeouts, because ClickHouse's start blocks this thread: on a busy machine connecting takes long. */
async function migrateWithLongTimeouts(options: DatabaseOptions, log: Log): Promise<void> {
  const database = openDatabase({ ...options, ...ADMIN_DATABASE_OPTIONS });
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
  await migrateWithLongTimeouts(postgres.options, log).catch((error: unknown) => {
    if (!(error instanceof NewerDatabaseError)) throw error;
    const advice = 'Start that release, or restore a backup from before it.';
    throw new DataFolderFault(`a later release has used ${folder.directory}: ${error.message}. ${advice}`);
  });
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

/** The engine itself prints what it cannot read. */
function openEngine(directory: string, isMade: boolean) {
  try {
    return embeddedConnection(directory);
  } catch (error) {
    const isRefused = error instanceof Error && error.name === 'ChdbConnectionError';
    if (!isMade || !isRefused) throw error;
    throw asFault(
      error,
      () =>
        `ClickHouse cannot open ${directory}. The lines above say why. If files there are damaged, ` +
        `move that folder away. ${withoutCounts(directory)}`,
    );
  }
}

/** Parts of tables that the engine could not read have been set aside, with their rows. */
async function logDamagedParts({ client, database }: ClickHouse, log: Log): Promise<void> {
  const answer = await client.query({
    query: `SELECT table, count() AS parts FROM system.detached_parts
      WHERE database = {database:String} AND startsWith(reason, 'broken') GROUP BY table ORDER BY table`,
    query_params: { database },
    format: 'JSONEachRow',
  });
  for (const damaged of await answer.json<{ table: string; parts: number }>())
    log.error({ event: 'counts_damaged', ...damaged, runbook: 'Counts are damaged' });
}

type OpenedClickHouse = {
  clickHouse: ClickHouse;
  /** Keeps the folder that this start has made; otherwise the closing removes it. */
  keep: () => void;
  isNew: boolean;
};

/**
 * Removes the folder when a first start fails: on a full disk the engine leaves empty files, with which it can never
 * open the folder again.
 */
async function startClickHouse({ folder, log, closing }: StoresDeps): Promise<OpenedClickHouse> {
  const isNew = !existsSync(folder.clickHouse);
  let isKept = !isNew;
  closing.add('half-made clickhouse', () => {
    if (!isKept) rmSync(folder.clickHouse, { recursive: true, force: true });
  });
  const connection = openEngine(folder.clickHouse, !isNew);
  const clickHouse = openClickHouse({ kind: 'embedded', connection, database: 'kurz' });
  closing.add('clickhouse', clickHouse.close);
  await migrateClickTables(clickHouse);
  await logDamagedParts(clickHouse, log);
  return { clickHouse, isNew, keep: () => (isKept = true) };
}

/** Starts both stores. When one fails, this throws only after the other has settled. */
export async function startStores(deps: StoresDeps): Promise<Stores> {
  const [opened, counts] = await Promise.allSettled([startDatabase(deps), startClickHouse(deps)]);
  if (opened.status === 'rejected') throw opened.reason;
  if (counts.status === 'rejected') throw counts.reason;
  const { clickHouse, isNew, keep } = counts.value;
  const directory = deps.folder.clickHouse;
  // otherwise stats would be answered as if nothing had been counted
  if (isNew) await assertNothingCounted(opened.value.database, directory, withoutCounts(directory));
  keep();
  return { ...opened.value, clickHouse };
}
