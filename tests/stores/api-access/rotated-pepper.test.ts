// The pepper of the token hashes is rotated while tokens are in use. With both peppers every token works. Once the old
// pepper is gone, an older token works only when it was used in the meantime.

import { silentLog } from '@kurz/process';
import { makeAuthenticate } from '../../../services/api/src/access/authenticate';
import { makeTokenUses } from '../../../services/api/src/access/token-uses';
import type { BoundLookUp } from '../../../services/api/src/rate-limits/bound-look-ups';
import { createWorkspaceToken } from '../../../services/api/src/workspaces/tokens/create-workspace-token';
import { openWorkspace, type OpenWorkspace } from './open-workspace';

const OLD = 'the pepper until now, of 32 characters';
const NEW = 'the pepper from now on, of 32 characters';

let opened: OpenWorkspace;
beforeAll(async () => {
  opened = await openWorkspace();
});
afterAll(() => opened.close());

async function newToken(pepper: string): Promise<string> {
  const token = { workspaceId: opened.workspaceId, name: 'ci', scopes: ['links:read'] as const };
  const made = await createWorkspaceToken(opened.db, pepper, token);
  if (made.kind !== 'created') throw new Error(made.kind);
  return made.secret;
}

const boundLookUp: BoundLookUp = async (_, lookUp) => ({ kind: 'looked_up', found: await lookUp() });

/** Authenticates with each secret. Resolves with the outcomes when the writes of all requests are done. */
async function endingsOf(
  secrets: readonly string[],
  peppers: { tokenPepper: string; oldTokenPepper?: string },
) {
  const tokenUses = makeTokenUses({ db: opened.db, log: silentLog });
  const authenticate = makeAuthenticate({ db: opened.db, boundLookUp, tokenUses }, peppers);
  const outcomes = await Promise.all(
    secrets.map((secret) => authenticate({ authorization: `Bearer ${secret}` })),
  );
  await tokenUses.close();
  return outcomes.map(({ kind }) => kind);
}

test('tokens of both peppers work with both; without the old one those that were used go on, the others end', async () => {
  const [used, unused] = [await newToken(OLD), await newToken(OLD)];
  expect(await endingsOf([used], { tokenPepper: OLD })).toEqual(['actor']);
  expect(await endingsOf([used], { tokenPepper: NEW })).toEqual(['refused']);
  const made = await newToken(NEW);
  const both = { tokenPepper: NEW, oldTokenPepper: OLD };
  // in parallel, as from a busy client
  expect(await endingsOf([used, used, used, made], both)).toEqual(['actor', 'actor', 'actor', 'actor']);
  expect(await endingsOf([used, made, unused], { tokenPepper: NEW })).toEqual(['actor', 'actor', 'refused']);
  expect(await endingsOf([used], { tokenPepper: OLD })).toEqual(['refused']);
});

test('a token that was used today with the old pepper only gets its new hash all the same', async () => {
  const secret = await newToken(OLD);
  await endingsOf([secret], { tokenPepper: OLD });
  await endingsOf([secret], { tokenPepper: NEW, oldTokenPepper: OLD });
  expect(await endingsOf([secret], { tokenPepper: NEW })).toEqual(['actor']);
});

test('the day of the last use is written once, and no request waits for it', async () => {
  const secret = await newToken(NEW);
  const lastUse = () =>
    opened.db
      .selectFrom('tokens')
      .select(['last_used_on', 'last_four'])
      .where('last_four', '=', secret.slice(-4))
      .executeTakeFirstOrThrow();
  expect((await lastUse()).last_used_on).toBeNull();
  const dayNow = () => new Date().toISOString().slice(0, 10);
  const days = [dayNow()];
  await endingsOf([secret, secret], { tokenPepper: NEW });
  expect([...days, dayNow()]).toContain((await lastUse()).last_used_on);
  await opened.db
    .updateTable('tokens')
    .set({ last_used_on: '2026-01-01' })
    .where('last_four', '=', secret.slice(-4))
    .execute();
  await endingsOf([secret], { tokenPepper: NEW });
  expect([...days, dayNow()]).toContain((await lastUse()).last_used_on);
});
