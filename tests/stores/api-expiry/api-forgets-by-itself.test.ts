// A running API removes expired personal data by itself.

import { isDeepStrictEqual } from 'node:util';
import { makeApi, type Api } from '@kurz/api/make-api';
import { startPostgres, type TestPostgres } from '@kurz/backends';
import { openClickHouse, type ClickHouse } from '@kurz/click-tables';
import { openDatabase, type Database } from '@kurz/database';
import { makeMemoryLinkCache } from '@kurz/link-cache';
import { makeMemoryLiveClicks } from '@kurz/live-clicks';
import { makeMetrics, silentLog, systemClock } from '@kurz/process';
import { sql } from 'kysely';
import { until } from '../../until';
import { LENIENT_TIMEOUTS } from '../../fixture-database';

const TABLES = [
  'idempotent_answers',
  'invitations',
  'sessions',
  'email_links',
  'sign_in_links',
  'passkey_challenges',
  'mails',
  'audit_events',
] as const;
const AUDIT_DAYS = 30;

let postgres: TestPostgres;
let database: Database;
let clickHouse: ClickHouse;
let api: Api | undefined;

const lines: object[] = [];
const log = { ...silentLog, warn: (fields: object) => void lines.push(fields) };
const linkCache = makeMemoryLinkCache({ maxEntries: 100 });
const liveClicks = makeMemoryLiveClicks({ clock: systemClock });

beforeAll(async () => {
  postgres = await startPostgres();
  database = openDatabase({ ...postgres.options, ...LENIENT_TIMEOUTS });
  // no test here requests stats
  clickHouse = openClickHouse({ kind: 'server', url: 'http://127.0.0.1:9', database: 'kurz' });
  await database.db.insertInto('users').values({ id: 'usr_1', email: 'a@example.com' }).execute();
  const workspace = { id: 'ws_1', name: 'ws_1', owner_id: 'usr_1', plan: 'pro' } as const;
  await database.db.insertInto('workspaces').values(workspace).execute();
});
beforeEach(() => void lines.splice(0));
afterEach(async () => {
  await api?.close();
  const { db } = database;
  for (const table of TABLES) await sql`DELETE FROM ${sql.table(table)}`.execute(db);
  await db.deleteFrom('users').where('id', '!=', 'usr_1').execute();
});
afterAll(async () => {
  await linkCache.close();
  await liveClicks.close();
  await clickHouse.close();
  await database.close();
  await postgres.close();
});

/** Adds to each table a row of a person or a caller that expired `days` ago, or expires later when negative. */
async function leave(name: string, days: number): Promise<void> {
  const { db } = database;
  const expiredAt = new Date(Date.now() - days * 86_400_000);
  const secretOf = (table: number) => Buffer.from(`${table}-${name}`.padEnd(32));
  await db
    .insertInto('idempotent_answers')
    .values({
      caller_id: 'tok_1',
      workspace_id: 'ws_1',
      key: name,
      request_hash: Buffer.alloc(32),
      status: 201,
      headers: '{}',
      body: '{}',
      created_at: new Date(expiredAt.getTime() - 86_400_000),
    })
    .execute();
  await db
    .insertInto('invitations')
    .values({
      id: name,
      workspace_id: 'ws_1',
      email: `${name}@example.com`,
      role: 'viewer',
      secret_hash: secretOf(1),
      expires_at: expiredAt,
    })
    .execute();
  await db
    .insertInto('sessions')
    .values({ id: name, family_id: name, user_id: 'usr_1', secret_hash: secretOf(2), expires_at: expiredAt })
    .execute();
  await db
    .insertInto('email_links')
    .values({
      id: name,
      user_id: 'usr_1',
      kind: 'email-proof',
      email: 'a@example.com',
      secret_hash: secretOf(3),
      expires_at: expiredAt,
    })
    .execute();
  // one person has one sign-in link at most
  await db
    .insertInto('users')
    .values({ id: `usr_${name}`, email: `${name}@example.com` })
    .execute();
  await db
    .insertInto('sign_in_links')
    .values({ id: name, user_id: `usr_${name}`, secret_hash: secretOf(4), expires_at: expiredAt })
    .execute();
  await db
    .insertInto('passkey_challenges')
    .values({
      id: name,
      challenge: secretOf(5),
      purpose: 'sign_in',
      bound_to: secretOf(6),
      expires_at: expiredAt,
    })
    .execute();
  await db
    .insertInto('mails')
    .values({
      id: name,
      kind: 'email-proof',
      recipient: 'a@example.com',
      language: 'en',
      user_id: 'usr_1',
      invitation_id: null,
      next_try_at: expiredAt,
      expires_at: expiredAt,
    })
    .execute();
  await db
    .insertInto('audit_events')
    .values({
      occurred_at: new Date(expiredAt.getTime() - AUDIT_DAYS * 86_400_000),
      actor_kind: 'operator',
      action: name,
      subject_kind: 'user',
      subject_id: 'usr_1',
    })
    .execute();
}

async function rowsIn(): Promise<Record<string, number>> {
  const counts = await Promise.all(
    TABLES.map(async (table) => {
      const { rows } = await database.pool.query<{ count: string }>(`SELECT count(*) AS count FROM ${table}`);
      return [table, Number(rows[0]?.count)] as const;
    }),
  );
  return Object.fromEntries(counts);
}

/** The name of a table in log lines. */
const nameOf = (table: string) =>
  table === 'idempotent_answers'
    ? 'answers'
    : table.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

/** Waits for two rounds of the purge: each one ends by folding the counts of links. */
async function foldedTwice(): Promise<void> {
  for (let round = 0; round < 2; round++) {
    await sql`INSERT INTO link_counts (workspace_id, is_archived, links) SELECT 'ws_1', false, 0 FROM generate_series(1, 101)`.execute(
      database.db,
    );
    await until(
      async () => (await database.db.selectFrom('link_counts').select('links').execute()).length === 0,
      {
        what: 'counts of links are folded',
      },
    );
  }
}

const each = (rows: number) => Object.fromEntries(TABLES.map((table) => [table, rows]));

function start(): void {
  const { db } = database;
  const stores = { db, clickHouses: [clickHouse] as const, linkCache, liveClicks };
  const deps = { ...stores, clock: systemClock, log, metrics: makeMetrics() };
  api = makeApi(deps, {
    tokenPepper: 'a pepper for tests, 32 characters long',
    auditDays: AUDIT_DAYS,
    expireEveryMs: 50,
  });
}

it('removes what has expired of every kind, and nothing else', async () => {
  await leave('old', 1);
  await leave('young', -1);
  expect(await rowsIn()).toEqual(each(2));
  start();
  await until(async () => Object.values(await rowsIn()).every((rows) => rows === 1));
  expect(await rowsIn()).toEqual(each(1));
});

it.each(TABLES)('removes all else while %s cannot be removed, says so once, and goes on', async (refused) => {
  const { db } = database;
  await leave('old', 1);
  await sql`
    CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION ''a fault''; END'`.execute(
    db,
  );
  await sql`
    CREATE TRIGGER refuse BEFORE DELETE ON ${sql.table(refused)} FOR EACH ROW EXECUTE FUNCTION refuse()`.execute(
    db,
  );
  try {
    start();
    const left = { ...each(0), [refused]: 1 };
    await until(async () => isDeepStrictEqual(await rowsIn(), left), { what: 'all else is removed' });
    // waits for two more rounds
    await foldedTwice();
  } finally {
    await sql`DROP FUNCTION refuse CASCADE`.execute(db);
  }
  await until(async () => (await rowsIn())[refused] === 0, { what: 'it is removed as well' });
  expect(lines).toEqual([
    expect.objectContaining({ event: 'expired_rows_not_purged', kinds: [nameOf(refused)] }) as object,
  ]);
});
