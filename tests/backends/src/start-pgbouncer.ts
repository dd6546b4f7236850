// A PgBouncer in transaction mode before a test's PostgreSQL: a client keeps a connection to the server for one
// transaction.

import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { DatabaseOptions } from '@kurz/database';
import { freePort, POOLERS, startServerProcess } from '@kurz/stack';

export type TestPgBouncer = {
  /** The server's options, with the address of the pooler. */
  options: DatabaseOptions;
  close: () => Promise<void>;
};

const READY = 'process up';
const HOST = '127.0.0.1';

/** `connections`: maximum to the server. */
export async function startPgBouncer({
  options,
  connections,
}: {
  options: DatabaseOptions;
  connections: number;
}): Promise<TestPgBouncer> {
  const program = POOLERS.find((place) => existsSync(place));
  if (program === undefined) throw new Error('PgBouncer is not installed');
  const folder = await mkdtemp(path.join(os.tmpdir(), 'kurz-test-pgbouncer-'));
  const port = await freePort();
  const users = path.join(folder, 'users.txt');
  await writeFile(users, `"${options.user}" "${options.password}"\n`);
  const settings = {
    listen_addr: HOST,
    listen_port: port,
    unix_socket_dir: '',
    auth_type: 'scram-sha-256',
    auth_file: users,
    pool_mode: 'transaction',
    default_pool_size: connections,
    max_client_conn: 1_000,
  };
  const file = path.join(folder, 'pgbouncer.ini');
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`);
  const database = `* = host=${options.host} port=${options.port}`;
  await writeFile(file, ['[databases]', database, '[pgbouncer]', ...lines, ''].join('\n'));
  // PgBouncer does not run as root
  const account = process.getuid?.() === 0 ? ['--user', 'nobody'] : [];
  await chmod(folder, 0o755);
  const server = await startServerProcess({
    program,
    args: [...account, file],
    isReady: (words) => words.includes(READY),
    startMs: 30_000,
  });
  return {
    options: { ...options, host: HOST, port, isPooled: true },
    close: async () => {
      await server.kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
