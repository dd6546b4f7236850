// A fresh, migrated database on a PostgreSQL server of this test file's own.

import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { migrateDatabase, openDatabase, type DatabaseOptions } from '@kurz/database';
import { silentLog } from '@kurz/process';
import { freePort, postmasterOf } from '@kurz/stack';
import { startEmbeddedPostgres } from '../../../services/standalone/src/postgres/start-embedded-postgres';
import { signalPostgres, untilGone } from './postgres-processes';

export type TestPostgres = {
  options: DatabaseOptions;
  /** Stops the server, keeping its data. */
  stop: () => Promise<void>;
  /** Starts it again after stop or kill, on the same port. */
  start: () => Promise<void>;
  /** Process id of the server's first process. */
  pid: number;
  /** SIGSTOP to the server and every connection's process: they answer nothing. */
  freeze: () => Promise<void>;
  thaw: () => Promise<void>;
  /** SIGKILL to all of them, data kept. */
  kill: () => Promise<void>;
  /** Kills it if it runs, and starts it again on the same port with what the crash left. */
  restart: () => Promise<void>;
  close: () => Promise<void>;
};

/** Starts a server in a temporary folder and migrates its database. */
export async function startPostgres(): Promise<TestPostgres> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'kurz-test-postgres-'));
  const directory = path.join(folder, 'postgres');
  const starting = { directory, password: 'test-password', log: silentLog, port: await freePort() };
  let server = await startEmbeddedPostgres(starting);
  const database = openDatabase(server.options);
  await migrateDatabase(database.pool);
  await database.close();
  let isRunning = true;
  const thaw = () => {
    if (isRunning) signalPostgres(postmasterOf(directory), 'SIGCONT');
  };
  const stop = async () => {
    thaw();
    if (isRunning) await server.close();
    isRunning = false;
  };
  const start = async () => {
    server = await startEmbeddedPostgres(starting);
    isRunning = true;
  };
  const kill = async () => {
    if (!isRunning) return;
    isRunning = false;
    await untilGone(signalPostgres(postmasterOf(directory), 'SIGKILL'));
    await server.ended;
  };
  return {
    options: server.options,
    stop,
    start,
    get pid() {
      return postmasterOf(directory);
    },
    freeze: () => Promise.resolve(void signalPostgres(postmasterOf(directory), 'SIGSTOP')),
    thaw: () => Promise.resolve(thaw()),
    kill,
    restart: async () => {
      await kill();
      await start();
    },
    close: async () => {
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
