// A fresh, migrated database on a PostgreSQL server of this test file's own.

import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { migrateDatabase, openDatabase, type DatabaseOptions } from '@kurz/database';
import { silentLog } from '@kurz/process';
import { startEmbeddedPostgres } from '../../../services/standalone/src/postgres/start-embedded-postgres';

export type TestPostgres = {
  options: DatabaseOptions;
  /** Stops the server, keeping its data. */
  stop: () => Promise<void>;
  /** Starts it again after stop, on the same port. */
  start: () => Promise<void>;
  close: () => Promise<void>;
};

/** Starts a server in a temporary folder and migrates its database. */
export async function startPostgres(): Promise<TestPostgres> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'kurz-test-postgres-'));
  const directory = path.join(folder, 'postgres');
  const starting = { directory, password: 'test-password', log: silentLog };
  let server = await startEmbeddedPostgres(starting);
  const { port } = server.options;
  const database = openDatabase(server.options);
  await migrateDatabase(database.pool);
  await database.close();
  let isRunning = true;
  const stop = async () => {
    if (isRunning) await server.close();
    isRunning = false;
  };
  return {
    options: server.options,
    stop,
    start: async () => {
      server = await startEmbeddedPostgres({ ...starting, port });
      isRunning = true;
    },
    close: async () => {
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
