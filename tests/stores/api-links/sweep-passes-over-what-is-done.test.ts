// A sweep that another process takes over begins with the links that are done, perhaps millions. It passes over them in
// batches, because the API's statement timeout is short.

import { openTestDatabase, type TestDatabase } from '@kurz/backends';
import { openDatabase, type Database, type Db, type Tables } from '@kurz/database';
import { sql, type Transaction } from 'kysely';
import { hashOf } from '../../../services/api/src/destinations/destination-name';
import { markLinks } from '../../../services/api/src/sweeps/sweep-entry';
import { sweepWorkspace } from '../../../services/api/src/sweeps/sweep-workspace';
import { LENIENT_TIMEOUTS } from '../../fixture-database';

const WORKSPACE = 'ws_swept';
const LINKS = 20_000;
const LEFT = 300;

let postgres: TestDatabase;
let database: Database;
beforeAll(async () => {
  postgres = await openTestDatabase();
  const set = openDatabase({ ...postgres.options, ...LENIENT_TIMEOUTS });
  // makes PostgreSQL plan as it does with millions of links
  for (const plan of ['enable_seqscan', 'enable_bitmapscan', 'enable_sort'])
    await sql`ALTER DATABASE ${sql.id(postgres.options.database)} SET ${sql.raw(plan)} = off`.execute(set.db);
  await set.close();
  database = openDatabase({ ...postgres.options, ...LENIENT_TIMEOUTS });
  const { db } = database;
  await db.insertInto('users').values({ id: 'usr_1', email: 'a@example.com' }).execute();
  await db
    .insertInto('workspaces')
    .values({ id: WORKSPACE, name: 'Swept', owner_id: 'usr_1', plan: 'pro', suspended_at: new Date() })
    .execute();
  await db
    .insertInto('zones')
    .values({ id: 'zon_1', domain: 'krz.example', name: 'krz', zone_type: 'global', is_default: true })
    .execute();
  await sql`
    INSERT INTO links (id, workspace_id, zone_id, slug, url, location, created_at, is_suspended)
    SELECT 'lnk_' || number, ${WORKSPACE}, 'zon_1', 'slug-' || number, 'https://a.example/', 'https://a.example/',
           now() - number / 3 * interval '1 second', number <= ${LINKS - LEFT}
    FROM generate_series(1, ${LINKS}::int) AS number`.execute(db);
  await sql`ANALYZE links`.execute(db);
});
afterAll(async () => {
  await database.close();
  await postgres.close();
});

/** Rows of links that the transaction's connection has read, including reads before the transaction. */
async function rowsRead(transaction: Db): Promise<number> {
  const { rows } = await sql<{ rows: number }>`
    SELECT seq_tup_read + idx_tup_fetch AS rows FROM pg_stat_xact_user_tables WHERE relname = 'links'`.execute(
    transaction,
  );
  return rows[0]?.rows ?? 0;
}

/** Calls `onRead` with the number of rows of links that each transaction has read. */
function watchReads(db: Db, onRead: (rows: number) => void): Db {
  const transaction = () => {
    const begun = db.transaction();
    const execute = <T>(work: (transaction: Transaction<Tables>) => Promise<T>) =>
      begun.execute(async (open) => {
        const before = await rowsRead(open);
        const result = await work(open);
        onRead((await rowsRead(open)) - before);
        return result;
      });
    return Object.assign(Object.create(begun) as typeof begun, { execute });
  };
  return Object.assign(Object.create(db) as Db, { transaction });
}

it('suspends the links that are left of a workspace, and looks at some of the others at a time', async () => {
  const { db } = database;
  const reads: number[] = [];
  const watched = watchReads(db, (rows) => void reads.push(rows));
  expect(await sweepWorkspace(watched, WORKSPACE, () => Promise.resolve())).toBe(LEFT);
  const left = db.selectFrom('links').select('id').where('is_suspended', '=', false);
  expect(await left.execute()).toEqual([]);
  expect(Math.max(...reads)).toBeGreaterThan(0);
  expect(Math.max(...reads)).toBeLessThan(LINKS / 4);
});

it('marks the links that are left of a blocked host, and looks at some of the others at a time', async () => {
  const { db } = database;
  const entry = {
    kind: 'host',
    value: 'a.example',
    hash: hashOf({ kind: 'host', value: 'a.example' }),
    mark: 'unsafe',
  } as const;
  const { id } = await db
    .insertInto('blocked_destinations')
    .values(entry)
    .returning('id')
    .executeTakeFirstOrThrow();
  await sql`
    UPDATE links SET is_unsafe = true, unsafe_by = ${id} WHERE substr(id, 5)::int % 60 <> 0`.execute(db);
  await sql`ANALYZE links`.execute(db);
  const reads: number[] = [];
  const watched = watchReads(db, (rows) => void reads.push(rows));
  const left = db.selectFrom('links').select('id').where('is_unsafe', '=', false);
  const before = (await left.execute()).length;
  expect(before).toBeGreaterThan(LEFT / 2);
  const by = { kind: 'system' } as const;
  expect(await markLinks(watched, id, () => Promise.resolve(), by)).toBe(before);
  expect(await left.execute()).toEqual([]);
  expect(Math.max(...reads)).toBeLessThan(LINKS / 4);
});
