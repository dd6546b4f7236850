// Invitations and sessions are personal data, so they are removed when they have expired. Stored answers hold a
// caller's links, so they are removed when they cannot be replayed any more.

import { openTestDatabase, type TestDatabase } from '@kurz/backends';
import { openDatabase, type Database } from '@kurz/database';
import { purgeExpiredAnswers } from '../../../services/api/src/idempotency/stored-answers';
import { purgeInvitations, purgeSessions } from '../../../services/api/src/sweeps/purge-expired-rows';
import { LENIENT_TIMEOUTS } from '../../fixture-database';

let postgres: TestDatabase;
let database: Database;
beforeAll(async () => {
  postgres = await openTestDatabase();
  database = openDatabase({ ...postgres.options, ...LENIENT_TIMEOUTS });
  await database.db.insertInto('users').values({ id: 'usr_1', email: 'a@example.com' }).execute();
  const workspace = { id: 'ws_1', name: 'ws_1', owner_id: 'usr_1', plan: 'pro' } as const;
  await database.db.insertInto('workspaces').values(workspace).execute();
});
afterAll(async () => {
  await database.close();
  await postgres.close();
});

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000);
const secretOf = (table: number, index: number) => Buffer.from(`${table}-${index}`.padEnd(32));

test('expired invitations go with the address they hold, and others stay', async () => {
  const rowOf = (index: number, minutes: number) => ({
    id: `inv_${index}`,
    workspace_id: 'ws_1',
    email: `stranger-${index}@example.com`,
    role: 'viewer' as const,
    secret_hash: secretOf(1, index),
    expires_at: inMinutes(minutes),
  });
  const old = Array.from({ length: 1_100 }, (_, index) => rowOf(index, -1));
  await database.db
    .insertInto('invitations')
    .values([...old, rowOf(2_000, 60)])
    .execute();
  expect(await purgeInvitations(database.db)).toBe(1_100);
  const left = await database.db.selectFrom('invitations').select('email').execute();
  expect(left).toEqual([{ email: 'stranger-2000@example.com' }]);
  expect(await purgeInvitations(database.db)).toBe(0);
});

test('expired sessions go although their person never signs in again', async () => {
  const rowOf = (index: number, minutes: number) => ({
    id: `ses_${index}`,
    family_id: `fam_${index}`,
    user_id: 'usr_1',
    secret_hash: secretOf(2, index),
    expires_at: inMinutes(minutes),
  });
  await database.db
    .insertInto('sessions')
    .values([rowOf(1, -1), rowOf(2, -100_000), rowOf(3, 60)])
    .execute();
  expect(await purgeSessions(database.db)).toBe(2);
  expect(await database.db.selectFrom('sessions').select('id').execute()).toEqual([{ id: 'ses_3' }]);
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
