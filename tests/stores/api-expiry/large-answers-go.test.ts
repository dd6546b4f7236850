// The stored answer of a batch has hundreds of kilobytes, and the API's statement timeout is short. Answers are removed
// nevertheless, however many at once.

import { openTestDatabase, type TestDatabase } from '@kurz/backends';
import { openDatabase, type Database } from '@kurz/database';
import { sql } from 'kysely';
import { purgeExpiredAnswers } from '../../../services/api/src/idempotency/stored-answers';
import { removeWorkspace } from '../../../services/api/src/workspaces/deletion/remove-workspace';
import { lingerOnDelete } from './linger-on-delete';

/** Removing all together takes longer than the statement timeout. */
const ANSWERS = 900;
const SECONDS_EACH = 0.004;

let postgres: TestDatabase;
let database: Database;
beforeAll(async () => {
  postgres = await openTestDatabase();
  // with production's timeouts
  database = openDatabase(postgres.options);
  const { db } = database;
  await db.insertInto('users').values({ id: 'usr_1', email: 'a@example.com' }).execute();
  await db
    .insertInto('workspaces')
    .values({ id: 'ws_1', name: 'ws', owner_id: 'usr_1', plan: 'pro' })
    .execute();
  await lingerOnDelete(db, 'idempotent_answers', SECONDS_EACH);
});
afterAll(async () => {
  await database.close();
  await postgres.close();
});

const addAnswers = (createdAt: Date) =>
  sql`
    INSERT INTO idempotent_answers (caller_id, workspace_id, key, request_hash, status, headers, body, created_at)
    SELECT 'usr_1', 'ws_1', 'key-' || number, '', 201, '{}', '{}', ${createdAt}
    FROM generate_series(1, ${ANSWERS}) AS number`.execute(database.db);

test('answers that have expired go', async () => {
  await addAnswers(new Date(0));
  expect(await purgeExpiredAnswers(database.db)).toBe(ANSWERS);
});

test('answers of a workspace that is deleted go', async () => {
  await addAnswers(new Date());
  await removeWorkspace(database.db, 'ws_1', () => Promise.resolve());
  const left = await database.db.selectFrom('idempotent_answers').select('key').execute();
  expect(left).toEqual([]);
});
