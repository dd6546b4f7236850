// Files of import jobs have up to 64 MB each. PostgreSQL takes a while to remove one, and the API's statement timeout
// is short: files are removed all the same, however many at once.

import { openTestDatabase, type TestDatabase } from '@kurz/backends';
import { openClickHouse, singleShard, type ClickHouse } from '@kurz/click-tables';
import { openDatabase, type Database } from '@kurz/database';
import { silentLog, systemClock } from '@kurz/process';
import { sql } from 'kysely';
import { makeImportLoop } from '../../../services/api/src/imports/jobs/import-loop';
import { purgeImportJobs } from '../../../services/api/src/sweeps/purge-expired-rows';
import { until } from '../../until';
import { lingerOnDelete } from './linger-on-delete';

/** Removing all together takes longer than the statement timeout; removing one takes a tenth of it. */
const JOBS = 15;
const SECONDS_EACH = 0.2;

let postgres: TestDatabase;
let database: Database;
let clickHouse: ClickHouse;
beforeAll(async () => {
  postgres = await openTestDatabase();
  // with production's timeouts
  database = openDatabase(postgres.options);
  // no link here has counts, so no server is needed at this address
  clickHouse = openClickHouse({ kind: 'server', url: 'http://127.0.0.1:9', database: 'kurz' });
  const { db } = database;
  await db.insertInto('users').values({ id: 'usr_1', email: 'a@example.com' }).execute();
  await sql`
    INSERT INTO workspaces (id, name, owner_id, plan)
    SELECT 'ws_' || number, 'ws', 'usr_1', 'pro' FROM generate_series(0, ${JOBS}) AS number`.execute(db);
  await lingerOnDelete(db, 'import_job_parts', SECONDS_EACH);
});
afterEach(() => sql`TRUNCATE import_jobs CASCADE`.execute(database.db));
afterAll(async () => {
  await clickHouse.close();
  await database.close();
  await postgres.close();
});

/** Adds a job with a file to each workspace. */
async function addJobs(fields: { state: string; source: string; expires_at?: Date; claimed_until: Date }) {
  const { state, source, expires_at: expiresAt = new Date(Date.now() + 60_000) } = fields;
  await sql`
    INSERT INTO import_jobs (id, workspace_id, state, user_id, session_id, source, file_name, bytes, expires_at, claimed_until)
    SELECT 'imj_' || number, 'ws_' || number, ${state}, 'usr_1', 'ses_1', ${source}, 'links', 1, ${expiresAt}, ${fields.claimed_until}
    FROM generate_series(1, ${JOBS}) AS number`.execute(database.db);
  await sql`
    INSERT INTO import_job_parts (job_id, part, content) SELECT id, 0, '\\x00' FROM import_jobs`.execute(
    database.db,
  );
}

const partsLeft = async () =>
  (await database.db.selectFrom('import_job_parts').select('job_id').execute()).length;

test('jobs that have expired go with their files', async () => {
  const past = new Date(0);
  await addJobs({ state: 'checked', source: 'csv', expires_at: past, claimed_until: past });
  expect(await purgeImportJobs(database.db)).toBe(JOBS);
  expect(await partsLeft()).toBe(0);
});

test('readings whose process is gone end with their files, and the import that waits behind them begins', async () => {
  const { db } = database;
  await addJobs({ state: 'checking', source: 'yourls', claimed_until: new Date(0) });
  await sql`
    INSERT INTO import_jobs (id, workspace_id, state, user_id, session_id, file_name, bytes, expires_at)
    VALUES ('imj_0', 'ws_0', 'checking', 'usr_1', 'ses_1', 'links.csv', 1, now() + interval '1 day')`.execute(
    db,
  );
  const events: object[] = [];
  const log = { ...silentLog, warn: (fields: object) => void events.push(fields) };
  const loop = makeImportLoop(
    { db, shards: singleShard(clickHouse), log, clock: systemClock, relayAll: () => Promise.resolve() },
    {},
  );
  loop.start();
  loop.trigger();
  const states = async () => {
    const rows = await db.selectFrom('import_jobs').select(['id', 'state', 'fault']).execute();
    return rows.map(({ id, state, fault }) => `${id === 'imj_0' ? 'csv' : 'reading'} ${state} ${fault}`);
  };
  const isOver = async () => (await states()).every((state) => !state.includes('checking'));
  await until(async () => events.length > 0 || isOver());
  await loop.close();
  expect(events).toEqual([]);
  expect([...new Set(await states())].sort()).toEqual(['csv failed empty', 'reading failed interrupted']);
  expect(await partsLeft()).toBe(0);
});
