// A batch of imported counts by day is one transaction, which stays open while ClickHouse takes the rows.

import { moveDays } from '@kurz/api';
import { openTestDatabase, type TestDatabase } from '@kurz/backends';
import { openDatabase, type Database } from '@kurz/database';
import { sql } from 'kysely';
import { setTimeout as sleep } from 'node:timers/promises';
import { LENIENT_TIMEOUTS } from '../../fixture-database';

const WORKSPACE = 'ws_slow';
const IMPORT = 'imp_slow';
/** Longer than a transaction may stay idle here. */
const LONGER_MS = 4_000;

let postgres: TestDatabase;
let database: Database;
beforeAll(async () => {
  postgres = await openTestDatabase();
  // as behind a pooler, where the server sets the idle timeout of transactions; here ClickHouse takes longer than that
  database = openDatabase({ ...postgres.options, ...LENIENT_TIMEOUTS, isPooled: true });
  const { db } = database;
  await sql`ALTER DATABASE ${sql.id(postgres.options.database)} SET idle_in_transaction_session_timeout = '3s'`.execute(
    db,
  );
  await database.close();
  database = openDatabase({ ...postgres.options, ...LENIENT_TIMEOUTS, isPooled: true });
});
afterAll(async () => {
  await database.close();
  await postgres.close();
});

it('counts are moved by a batch that waits for longer than a transaction may stand idle', async () => {
  const { db } = database;
  await db.insertInto('users').values({ id: 'usr_slow', email: 'ada@example.com' }).execute();
  await db
    .insertInto('workspaces')
    .values({ id: WORKSPACE, name: 'Slow', owner_id: 'usr_slow', plan: 'free' })
    .execute();
  const shared = { zone_type: 'global' as const, is_default: true };
  await db
    .insertInto('zones')
    .values({ id: 'zon_slow', domain: 'krz.example', name: 'krz', ...shared })
    .execute();
  const url = 'https://destination.example/';
  await db
    .insertInto('links')
    .values({ id: 'lnk_1', workspace_id: WORKSPACE, zone_id: 'zon_slow', slug: 'one', url, location: url })
    .execute();
  await db
    .insertInto('imports')
    .values({ id: IMPORT, workspace_id: WORKSPACE, source: 'bitly', fingerprint: Buffer.from(IMPORT) })
    .execute();
  await db.insertInto('import_items').values({ import_id: IMPORT, link_id: 'lnk_1', version: 1 }).execute();
  await db
    .insertInto('import_days')
    .values({ import_id: IMPORT, link_id: 'lnk_1', day: '2026-02-01', clicks: 20 })
    .execute();
  const { rows } = await sql<{ limit: string }>`
    SELECT current_setting('idle_in_transaction_session_timeout') AS "limit"`.execute(db);
  expect(rows).toEqual([{ limit: '3s' }]);
  const running = { id: IMPORT, workspaceId: WORKSPACE, startedAt: new Date() };
  let inserts = 0;
  const writeClickRows = () => sleep(inserts++ === 0 ? LONGER_MS : 0);
  expect(await moveDays({ db, source: 'bitly', writeClickRows }, running)).toBe(20);
  expect(await db.selectFrom('link_hits').selectAll().execute()).toEqual([{ link_id: 'lnk_1', hits: 20 }]);
});
