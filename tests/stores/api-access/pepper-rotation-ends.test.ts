// What ends with an old pepper is known before, and second factors do not.

import { openTestDatabase, type TestDatabase } from '@kurz/backends';
import { openDatabase, type Database } from '@kurz/database';
import { endPepperRotation, findTokensUnusedSince } from '../../../services/api/src/pepper/pepper-rotation';
import { createUser } from '../../../services/api/src/people/create-user';
import { openSecret, sealSecret } from '../../../services/api/src/second-factors/sealed-secret';
import { sessionKeysOf } from '../../../services/api/src/sessions/session-keys';
import { createWorkspace } from '../../../services/api/src/workspaces/create-workspace';
import { createWorkspaceToken } from '../../../services/api/src/workspaces/tokens/create-workspace-token';

const PEPPERS = {
  tokenPepper: 'the pepper from now on, of 32 characters',
  oldTokenPepper: 'the pepper until now, of 32 characters',
};
const ROTATED = new Date('2026-03-10T12:00:00Z');

let postgres: TestDatabase;
let database: Database;
let workspaceId: string;
beforeAll(async () => {
  postgres = await openTestDatabase();
  database = openDatabase(postgres.options);
  await createUser(database.db, { email: 'owner@example.com' });
  const workspace = { name: 'Shop', ownerEmail: 'owner@example.com', plan: 'pro', isYearly: false } as const;
  const made = await createWorkspace(database.db, workspace);
  if (made.kind !== 'created') throw new Error(made.kind);
  workspaceId = made.workspaceId;
});
afterAll(async () => {
  await database.close();
  await postgres.close();
});

type Life = { created_at: Date; last_used_on?: string; revoked_at?: Date; expires_at?: Date };

async function addToken(name: string, life: Life): Promise<void> {
  const made = await createWorkspaceToken(database.db, PEPPERS.oldTokenPepper, {
    workspaceId,
    name,
    scopes: ['links:read'],
  });
  if (made.kind !== 'created') throw new Error(made.kind);
  await database.db.updateTable('tokens').set(life).where('id', '=', made.tokenId).execute();
}

test('tokens without a use since the rotation are found, and none that ended or came later', async () => {
  const before = { created_at: new Date('2026-01-01T00:00:00Z') };
  await addToken('never', before);
  await addToken('long ago', { ...before, last_used_on: '2026-02-01' });
  await addToken('that day', { ...before, last_used_on: '2026-03-10' });
  await addToken('the day after', { ...before, last_used_on: '2026-03-11' });
  await addToken('revoked', { ...before, revoked_at: ROTATED });
  await addToken('expired', { ...before, expires_at: new Date('2026-03-01T00:00:00Z') });
  await addToken('newer', { created_at: new Date('2026-03-10T12:00:01Z') });
  const found = await findTokensUnusedSince(database.db, ROTATED);
  expect(found.map(({ name }) => name).sort()).toEqual(['long ago', 'never', 'that day']);
});

test('second factors open under the new pepper alone when the rotation has ended', async () => {
  const secret = Buffer.from('a secret of twenty b');
  const both = sessionKeysOf(PEPPERS).secondFactor;
  const [newest] = both;
  const old = sessionKeysOf({ tokenPepper: PEPPERS.oldTokenPepper }).secondFactor;
  const people = { usr_old: old, usr_new: [newest] as const };
  for (const [id, keys] of Object.entries(people)) {
    await database.db
      .insertInto('users')
      .values({ id, email: `${id}@example.com` })
      .execute();
    const sealed = sealSecret(secret, id, keys);
    await database.db
      .insertInto('totp_secrets')
      .values({ user_id: id, sealed, confirmed_at: ROTATED })
      .execute();
  }
  expect(await endPepperRotation(database.db, PEPPERS)).toEqual({ secondFactors: 1 });
  const rows = await database.db.selectFrom('totp_secrets').select(['user_id as id', 'sealed']).execute();
  const opened = rows.map(({ id, sealed }) => [id, openSecret(sealed, id, [newest])?.secret]);
  expect(Object.fromEntries(opened)).toEqual({ usr_old: secret, usr_new: secret });
  expect(await endPepperRotation(database.db, PEPPERS)).toEqual({ secondFactors: 0 });
});
