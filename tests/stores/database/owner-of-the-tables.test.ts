// The owner that deploy/postgres makes is no superuser, and everything that `kurz migrate` does in PostgreSQL works as
// that owner: on an empty volume, and on one whose tables and roles a superuser has made.

import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { startPostgres, type TestPostgres } from '@kurz/backends';
import {
  ensureServiceRole,
  migrateDatabase,
  migrationNames,
  openDatabase,
  type Database,
} from '@kurz/database';

const FOLDER = path.join(__dirname, '../../../deploy/postgres');
const SERVICES = ['redirector', 'ingester', 'api'] as const;
const OWNER = { user: 'kurz_owner', password: "it's secret" };

let postgres: TestPostgres;
let superuser: Database;
const opened: Database[] = [];

/** Connects as the superuser when `account` is missing. */
const openAs = (database: string, account?: { user: string; password: string }) => {
  const one = openDatabase({ ...postgres.options, ...account, database, onError: () => undefined });
  opened.push(one);
  return one;
};

beforeAll(async () => {
  postgres = await startPostgres();
  superuser = openDatabase({ ...postgres.options, statementTimeoutMs: 0 });
});
afterAll(async () => {
  await Promise.all(opened.map((database) => database.close()));
  await superuser.close();
  await postgres.close();
});

/** Makes the owner as make-owner.sh does with psql. */
async function makeOwner(pool: Database['pool']) {
  const client = await pool.connect();
  try {
    await client.query(`SET kurz.owner_password = 'it''s secret'`);
    await client.query(readFileSync(path.join(FOLDER, 'make-owner.sql'), 'utf8'));
  } finally {
    client.release(true);
  }
}

const makeServices = async (pool: Database['pool']) => {
  for (const service of SERVICES)
    await ensureServiceRole(pool, service, { user: `kurz_${service}`, password: 'of a service' });
};

const ownersIn = async (pool: Database['pool']) => {
  const { rows } = await pool.query<{ owner: string }>(
    `SELECT DISTINCT tableowner AS owner FROM pg_tables WHERE schemaname = 'public'`,
  );
  return rows.map(({ owner }) => owner);
};

test('it migrates an empty database and makes the roles of the services, and is no superuser', async () => {
  await superuser.pool.query('CREATE DATABASE empty');
  await makeOwner(openAs('empty').pool);
  const { pool } = openAs('empty', OWNER);
  expect(await migrateDatabase(pool)).toEqual(await migrationNames());
  await makeServices(pool);
  await makeServices(pool);
  expect(await ownersIn(pool)).toEqual(['kurz_owner']);
  const { rows } = await pool.query(
    `SELECT rolsuper, rolcreatedb, rolcreaterole, rolbypassrls FROM pg_roles WHERE rolname = current_user`,
  );
  expect(rows).toEqual([{ rolsuper: false, rolcreatedb: false, rolcreaterole: true, rolbypassrls: false }]);
  await expect(pool.query(`COPY links TO PROGRAM 'true'`)).rejects.toMatchObject({ code: '42501' });
  await expect(pool.query('CREATE ROLE mine SUPERUSER')).rejects.toMatchObject({ code: '42501' });
});

test('it takes over what a superuser made, and the services lose nothing', async () => {
  await makeServices(superuser.pool);
  await makeOwner(superuser.pool);
  await makeOwner(superuser.pool);
  const { pool } = openAs(postgres.options.database, OWNER);
  expect(await ownersIn(pool)).toEqual(['kurz_owner']);
  const api = openAs(postgres.options.database, { user: 'kurz_api', password: 'of a service' });
  await expect(api.pool.query('UPDATE users SET email = email')).resolves.toBeDefined();
  await makeServices(pool);
  await expect(pool.query('ALTER TABLE links ADD COLUMN later int')).resolves.toBeDefined();
  await expect(pool.query('DROP FUNCTION link_reversed_host(text) CASCADE')).resolves.toBeDefined();
});

test('it cannot bring down a role that is a superuser, and says so', async () => {
  await superuser.pool.query('ALTER ROLE kurz_ingester SUPERUSER');
  const { pool } = openAs(postgres.options.database, OWNER);
  await expect(makeServices(pool)).rejects.toMatchObject({ code: '42501' });
  await superuser.pool.query('ALTER ROLE kurz_ingester NOSUPERUSER');
});

const hasPsql = spawnSync('psql', ['--version']).status === 0;
const withPsql = hasPsql ? test : test.skip;

withPsql(
  `the script hands the password to psql by its input${hasPsql ? '' : ' (psql is not there)'}`,
  async () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'kurz-owner-'));
    const file = path.join(folder, 'password');
    writeFileSync(file, "another 'one'");
    const { host, port, user, password, database } = postgres.options;
    try {
      execFileSync('sh', [path.join(FOLDER, 'make-owner.sh')], {
        env: {
          PATH: process.env['PATH'],
          PGHOST: host,
          PGPORT: String(port),
          PGPASSWORD: String(password),
          POSTGRES_USER: user,
          POSTGRES_DB: database,
          KURZ_OWNER_PASSWORD_FILE: file,
          KURZ_MAKE_OWNER_SQL: path.join(FOLDER, 'make-owner.sql'),
        },
      });
    } finally {
      rmSync(folder, { recursive: true });
    }
    const again = openAs(database, { user: 'kurz_owner', password: "another 'one'" });
    await expect(again.pool.query('SELECT 1')).resolves.toBeDefined();
  },
);
