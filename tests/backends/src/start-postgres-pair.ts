// A PostgreSQL with a standby that confirms each commit before it is acknowledged.

import { setTimeout as sleep } from 'node:timers/promises';
import type { DatabaseOptions } from '@kurz/database';
import { Client } from 'pg';
import { startPostgres, type TestPostgres } from './start-postgres';

export type TestPostgresPair = {
  /** Addresses of both servers; the one that accepts writes is used. */
  options: DatabaseOptions;
  primary: TestPostgres;
  standby: TestPostgres;
  /** Makes the standby a primary; resolves when it takes writes. */
  promote: () => Promise<void>;
  /** Commits no longer wait for a standby. */
  release: () => Promise<void>;
  close: () => Promise<void>;
};

async function ask(options: DatabaseOptions, statement: string): Promise<unknown[]> {
  const { host, port, user, password, database } = options;
  const client = new Client({ host, port, user, password, database });
  await client.connect();
  try {
    return (await client.query<object>(statement)).rows;
  } finally {
    await client.end();
  }
}

const FOLLOWERS = `SELECT 1 FROM pg_stat_replication WHERE state = 'streaming'`;

export async function startPostgresPair(): Promise<TestPostgresPair> {
  const primary = await startPostgres();
  await primary.stop();
  const { host, port, user, password } = primary.options;
  const standby = await startPostgres({
    template: primary.directory,
    isStandby: true,
    settings: { primary_conninfo: `host=${host} port=${port} user=${user} password=${password}` },
  });
  await primary.start();
  while ((await ask(primary.options, FOLLOWERS)).length === 0) await sleep(50);
  const confirm = async (names: string) => {
    await ask(primary.options, `ALTER SYSTEM SET synchronous_standby_names = '${names}'`);
    await ask(primary.options, 'SELECT pg_reload_conf()');
  };
  await confirm('*');
  return {
    options: {
      ...primary.options,
      alternatives: [{ host: standby.options.host, port: standby.options.port }],
    },
    primary,
    standby,
    promote: async () => {
      await ask(standby.options, 'SELECT pg_promote(true, 60)');
    },
    release: () => confirm(''),
    close: async () => {
      await standby.close();
      await primary.close();
    },
  };
}
