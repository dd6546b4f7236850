// A fresh, migrated database on a PostgreSQL server of one test file. In a test run the server's folder is a copy of a
// template: initdb and the migrations take most of a start.

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { migrateDatabase, openDatabase, type DatabaseOptions } from '@kurz/database';
import { silentLog } from '@kurz/process';
import { freePort, postmasterOf } from '@kurz/stack';
import {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
} from '../../../services/standalone/src/postgres/start-embedded-postgres';
import { copyFolder } from './copy-folder';
import { sharedOptions } from './per-worker/shared-options';
import { signalPostgres, untilGone } from './postgres-processes';
import { signalProcess } from './signal-process';

const PASSWORD = 'test-password';

export type TestPostgres = {
  options: DatabaseOptions;
  /** The cluster's folder. */
  directory: string;
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

/** Tests kill processes, not machines: written data survive their process without being flushed. */
const KILLED_ONLY = { fsync: 'off', full_page_writes: 'off' };

async function startMigrated(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres(options);
  // the limits that migrations run with, so that a busy machine does not fail them
  const database = openDatabase({ ...server.options, statementTimeoutMs: 0, connectionTimeoutMs: 30_000 });
  try {
    await migrateDatabase(database.pool).finally(() => database.close());
  } catch (error) {
    await server.close();
    throw error;
  }
  return server;
}

/** Makes a migrated cluster in `directory`, which no server runs on. */
export async function makePostgresTemplate(directory: string): Promise<void> {
  const server = await startMigrated({ directory, password: PASSWORD, log: silentLog });
  await server.close();
}

export type StartPostgresOptions = {
  /** A folder to copy, on which no server runs; default: a migrated one. */
  template?: string;
  settings?: Readonly<Record<string, string>>;
  /** Follows the server that `primary_conninfo` in `settings` names. `template` is a copy of its folder. */
  isStandby?: boolean;
};

/** Starts a server on a folder of its own. */
export async function startPostgres({
  template,
  settings,
  isStandby = false,
}: StartPostgresOptions = {}): Promise<TestPostgres> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'kurz-test-postgres-'));
  const directory = path.join(folder, 'postgres');
  const source = template ?? (await sharedOptions<string>('postgres-template'));
  if (source) await copyFolder(source, directory);
  const starting = {
    directory,
    password: PASSWORD,
    log: silentLog,
    port: await freePort(),
    settings: { ...KILLED_ONLY, ...settings },
  };
  if (isStandby) await writeFile(path.join(directory, 'standby.signal'), '');
  let server = await (isStandby ? startEmbeddedPostgres : startMigrated)(starting);
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
    directory,
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
      thaw();
      // an immediate shutdown: the data is not read again
      if (isRunning) signalProcess(postmasterOf(directory), 'SIGQUIT');
      if (isRunning) await server.ended;
      isRunning = false;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
