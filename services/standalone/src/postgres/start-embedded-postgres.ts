// Starts PostgreSQL as a child process for the embedded product and for tests. It listens on 127.0.0.1 with a
// password, on a port that was free.

import { spawn } from 'node:child_process';
import { openDatabase, type DatabaseOptions } from '@kurz/database';
import type { Log } from '@kurz/process';
import { sql } from 'kysely';
import { asFault } from '../data-folder/data-folder-fault';
import { endWithProcess } from './end-with-process';
import { freePort } from './free-port';
import { initialisePostgres, SUPERUSER } from './initialise-postgres';
import { stopOrphanedPostgres, type OrphanOutcome } from './orphaned-postgres';
import { postgresAccount } from './postgres-account';
import { POSTGRES_ENVIRONMENT, postgresBinaries } from './postgres-binaries';
import { untilPostgresReady } from './until-postgres-ready';

const DATABASE = 'kurz';
const CREATE_MS = 60_000;
const FAST_STOP_MS = 2_500;

export type EmbeddedPostgresOptions = {
  /** The cluster's folder; made when missing. */
  directory: string;
  /** Password of the superuser; must stay the same for the folder's life. */
  password: string;
  log: Log;
  /** Port to listen on; default: a free one. */
  port?: number;
  /** More settings of the server; ours come last and win. */
  settings?: Readonly<Record<string, string>>;
};

/** The last line that PostgreSQL logs before it ends. */
const LAST_WORD = /(?:FATAL|PANIC): +(.*)/;

const notOpened = (directory: string, reason: string) =>
  `PostgreSQL cannot open ${directory}: ${reason}. If a file there is damaged, restore the data folder from a backup.`;

/** Keeps the error of a server that logged no reason, as one that was too slow. */
function refusalOf(error: unknown, directory: string): unknown {
  const said = error instanceof Error && LAST_WORD.exec(error.message)?.[1];
  return said ? asFault(error, () => notOpened(directory, said)) : error;
}

export type EmbeddedPostgres = {
  options: DatabaseOptions;
  /** Resolves when the server has ended, for any reason. */
  ended: Promise<void>;
  /** Fast shutdown, immediate after 2.5 s. The write-ahead log keeps all committed transactions. */
  close: () => Promise<void>;
};

function serverFlags({ directory, settings }: EmbeddedPostgresOptions, port: number): string[] {
  const all = {
    ...settings,
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    max_connections: 60,
    shared_buffers: '64MB',
    max_wal_size: '512MB',
    jit: 'off',
    log_checkpoints: 'off',
  };
  return ['-D', directory, ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
}

/** The server would take any process with that id for the folder's owner. pg_ctl uses this variable to deny it. */
const ignoredPidOf = (orphan: OrphanOutcome) =>
  orphan.kind === 'id_reused' ? { PG_GRANDPARENT_PID: `${orphan.pid}` } : {};

async function ensureDatabase(options: DatabaseOptions): Promise<void> {
  // on a busy machine this takes longer than a query may
  const limits = { maxConnections: 1, statementTimeoutMs: CREATE_MS, connectionTimeoutMs: CREATE_MS };
  const { db, close } = openDatabase({ ...options, database: 'postgres', ...limits });
  try {
    const { rows } = await sql`SELECT 1 FROM pg_database WHERE datname = ${DATABASE}`.execute(db);
    if (rows.length === 0) await sql`CREATE DATABASE ${sql.id(DATABASE)}`.execute(db);
  } finally {
    await close();
  }
}

/**
 * Stops an orphaned server, initialises `directory` when it is new, starts the server and makes sure that its database
 * exists.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { directory, password, log } = options;
  const binaries = postgresBinaries();
  const orphan = await stopOrphanedPostgres(directory);
  if (orphan.kind === 'stopped') log.info({ event: 'postgres_orphan_stopped' });
  await initialisePostgres(binaries, directory, password);
  const account = postgresAccount(binaries.postgres, directory);
  const port = options.port ?? (await freePort());
  const [program = '', ...args] = [...account.prefix, binaries.postgres, ...serverFlags(options, port)];
  // its own process group: Ctrl-C in the terminal must reach Kurz alone, which stops the server last
  const child = spawn(program, args, {
    ...account.ids,
    detached: true,
    env: { ...POSTGRES_ENVIRONMENT, ...ignoredPidOf(orphan) },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  endWithProcess(child, 'SIGINT');
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  await untilPostgresReady(child, log).catch((error: unknown) => {
    throw refusalOf(error, directory);
  });
  const database: DatabaseOptions = {
    host: '127.0.0.1',
    port,
    database: DATABASE,
    user: SUPERUSER,
    password,
  };
  await ensureDatabase(database).catch((error: unknown) => {
    throw asFault(error, (reason) => notOpened(directory, reason));
  });
  const close = async () => {
    child.kill('SIGINT');
    const timer = setTimeout(() => child.kill('SIGQUIT'), FAST_STOP_MS);
    await ended;
    clearTimeout(timer);
  };
  return { options: database, ended, close };
}
