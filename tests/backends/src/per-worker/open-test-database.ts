// A fresh, migrated PostgreSQL database of a test file's own, on the server that the files of its worker share. A file
// that stops, freezes or kills the server starts its own instead (startPostgres).

import { randomBytes } from 'node:crypto';
import type { DatabaseOptions } from '@kurz/database';
import { Client } from 'pg';
import { startPostgres } from '../start-postgres';
import { sharedOptions } from './shared-options';

/** On a busy machine a connection can take longer than services allow. No test on a shared server checks that limit. */
const CONNECTION_TIMEOUT_MS = 30_000;

export type TestDatabase = { options: DatabaseOptions; close: () => Promise<void> };

/** Copies the server's migrated database, to which nothing is connected. */
export async function openTestDatabase(): Promise<TestDatabase> {
  const shared = await sharedOptions<DatabaseOptions>('postgres');
  if (!shared) return startPostgres();
  const { host, port, user, password, database: template } = shared;
  const name = `test_${randomBytes(8).toString('hex')}`;
  const run = async (statement: string) => {
    const client = new Client({ host, port, user, password, database: 'postgres' });
    await client.connect();
    try {
      await client.query(statement);
    } finally {
      await client.end();
    }
  };
  // a server of tests flushes nothing: copied files cost half of what their pages cost in the write-ahead log
  await run(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`);
  return {
    options: { ...shared, database: name, connectionTimeoutMs: CONNECTION_TIMEOUT_MS },
    close: () => run(`DROP DATABASE ${name} WITH (FORCE)`),
  };
}
