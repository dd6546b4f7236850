// Stored answers tell of a caller's links, so they are removed when nobody can ask for them any more.

import { openTestDatabase, type TestDatabase } from '@kurz/backends';
import { openDatabase, type Database } from '@kurz/database';
import { purgeExpiredAnswers } from '../../../services/api/src/idempotency/stored-answers';

let postgres: TestDatabase;
let database: Database;
beforeAll(async () => {
  postgres = await openTestDatabase();
  database = openDatabase(postgres.options);
  await database.db.insertInto('users').values({ id: 'usr_1', email: 'a@example.com' }).execute();
  const workspace = { id: 'ws_1', name: 'ws_1', owner_id: 'usr_1', plan: 'pro' } as const;
  await database.db.insertInto('workspaces').values(workspace).execute();
});
afterAll(async () => {
  await database.close();
  await postgres.close();
});

test('answers older than a day go, however many they are, and younger ones stay', async () => {
  const rowOf = (index: number, hours: number) => ({
    caller_id: 'tok_1',
    workspace_id: 'ws_1',
    key: `key-${index}-${hours}`,
    request_hash: Buffer.alloc(32),
    status: 201,
    headers: '{}',
    body: '{}',
    created_at: new Date(Date.now() - hours * 3_600_000),
  });
  const old = Array.from({ length: 2_100 }, (_, index) => rowOf(index, 25));
  const young = Array.from({ length: 3 }, (_, index) => rowOf(index, 23));
  await database.db
    .insertInto('idempotent_answers')
    .values([...old, ...young])
    .execute();
  expect(await purgeExpiredAnswers(database.db)).toBe(2_100);
  const left = await database.db.selectFrom('idempotent_answers').select('key').orderBy('key').execute();
  expect(left.map((row) => row.key)).toEqual(young.map((row) => row.key));
  expect(await purgeExpiredAnswers(database.db)).toBe(0);
});
