// The end of a pepper rotation: the tokens that it will end can be listed before, and second factors keep working.

import { endPepperRotation, findTokensUnusedSince } from '../../../services/api/src/pepper/pepper-rotation';
import { openSecret, sealSecret } from '../../../services/api/src/second-factors/sealed-secret';
import { sessionKeysOf } from '../../../services/api/src/sessions/session-keys';
import { createWorkspaceToken } from '../../../services/api/src/workspaces/tokens/create-workspace-token';
import { openWorkspace, type OpenWorkspace } from './open-workspace';

const PEPPERS = {
  tokenPepper: 'the pepper from now on, of 32 characters',
  oldTokenPepper: 'the pepper until now, of 32 characters',
};
const ROTATED = new Date('2026-03-10T12:00:00Z');

let opened: OpenWorkspace;
beforeAll(async () => {
  opened = await openWorkspace();
});
afterAll(() => opened.close());

type Life = { created_at: Date; last_used_on?: string; revoked_at?: Date; expires_at?: Date };

async function addToken(name: string, life: Life): Promise<void> {
  const made = await createWorkspaceToken(opened.db, PEPPERS.oldTokenPepper, {
    workspaceId: opened.workspaceId,
    name,
    scopes: ['links:read'],
  });
  if (made.kind !== 'created') throw new Error(made.kind);
  await opened.db.updateTable('tokens').set(life).where('id', '=', made.tokenId).execute();
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
  const found = await findTokensUnusedSince(opened.db, ROTATED);
  expect(found.map(({ name }) => name).sort()).toEqual(['long ago', 'never', 'that day']);
});

test('second factors open under the new pepper alone when the rotation has ended', async () => {
  const secret = Buffer.from('a secret of twenty b');
  const both = sessionKeysOf(PEPPERS).secondFactor;
  const [newest] = both;
  const old = sessionKeysOf({ tokenPepper: PEPPERS.oldTokenPepper }).secondFactor;
  const people = { usr_old: old, usr_new: [newest] as const };
  for (const [id, keys] of Object.entries(people)) {
    await opened.db
      .insertInto('users')
      .values({ id, email: `${id}@example.com` })
      .execute();
    const sealed = sealSecret(secret, id, keys);
    await opened.db
      .insertInto('totp_secrets')
      .values({ user_id: id, sealed, confirmed_at: ROTATED })
      .execute();
  }
  expect(await endPepperRotation(opened.db, PEPPERS)).toEqual({ secondFactors: 1 });
  const rows = await opened.db.selectFrom('totp_secrets').select(['user_id as id', 'sealed']).execute();
  const plain = rows.map(({ id, sealed }) => [id, openSecret(sealed, id, [newest])?.secret]);
  expect(Object.fromEntries(plain)).toEqual({ usr_old: secret, usr_new: secret });
  expect(await endPepperRotation(opened.db, PEPPERS)).toEqual({ secondFactors: 0 });
});
