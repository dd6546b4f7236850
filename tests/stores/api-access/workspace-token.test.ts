import { openTestDatabase, type TestDatabase } from '@kurz/backends';
import type { Scope } from '@kurz/database';
import { createUser } from '../../../services/api/src/people/create-user';
import { createWorkspace } from '../../../services/api/src/workspaces/create-workspace';
import { createWorkspaceToken } from '../../../services/api/src/workspaces/tokens/create-workspace-token';
import { listTokens } from '../../../services/api/src/workspaces/tokens/list-tokens';
import { revokeToken } from '../../../services/api/src/workspaces/tokens/revoke-token';
import { setPlan } from '../../../services/api/src/workspaces/set-plan';
import { allScopes } from '../../../services/api/src/access/scopes';
import { makeTokenSecret } from '../../../services/api/src/access/token-secret';
import { pepper, startScopedRoutes, type ScopedRoutes } from './start-scoped-routes';

let postgres: TestDatabase;
let api: ScopedRoutes;

beforeAll(async () => {
  postgres = await openTestDatabase();
  api = await startScopedRoutes(postgres.options);
  await createUser(api.database.db, { email: 'owner@example.com' });
});
afterAll(async () => {
  await api.close();
  await postgres.close();
});

async function newWorkspace(): Promise<string> {
  const outcome = await createWorkspace(api.database.db, {
    name: 'Shop',
    ownerEmail: 'OWNER@example.com',
    plan: 'pro',
    isYearly: false,
  });
  if (outcome.kind !== 'created') throw new Error(outcome.kind);
  return outcome.workspaceId;
}

async function newToken(workspaceId: string, scopes: readonly Scope[] = allScopes) {
  const outcome = await createWorkspaceToken(api.database.db, pepper, { workspaceId, name: 'ci', scopes });
  if (outcome.kind !== 'created') throw new Error(outcome.kind);
  return outcome;
}

/** A secret whose checksum no longer fits. */
const slipped = (secret: string) => secret.slice(0, -1) + (secret.endsWith('0') ? '1' : '0');

test('a token acts as its workspace', async () => {
  const workspaceId = await newWorkspace();
  const { secret } = await newToken(workspaceId);
  expect(secret).toMatch(/^kz_ws_/);
  expect(await api.ask(secret, 'links:read')).toMatchObject({ status: 200, workspaceId });
});

test('a request costs one statement', async () => {
  const { secret } = await newToken(await newWorkspace());
  const before = api.statements();
  await api.ask(secret, 'links:read');
  expect(api.statements() - before).toBe(1);
});

describe('401 with a challenge', () => {
  test.each([
    ['no token', undefined],
    ['no token’s form', 'something'],
    ['a JWT', 'eyJhbGciOiJIUzI1NiJ9.e30.ZRrHA1JJJW8opsbCGB_lgg'],
    ['a prefix alone', 'kz_ws_'],
    ['a checksum that does not fit', slipped(makeTokenSecret('workspace'))],
  ])('for %s, without asking the database', async (_, token) => {
    const before = api.statements();
    const reply = await api.ask(token, 'links:read');
    expect(reply).toMatchObject({ status: 401, code: 'UNAUTHORIZED' });
    expect(reply.headers.get('www-authenticate')).toMatch(/^Bearer/);
    expect(api.statements()).toBe(before);
  });

  test('for a token that was never made', async () => {
    expect(await api.ask(makeTokenSecret('workspace'), 'links:read')).toMatchObject({ status: 401 });
    expect(await api.ask(makeTokenSecret('user'), 'links:read')).toMatchObject({ status: 401 });
  });

  test('for a good token under another pepper', async () => {
    const { secret } = await newToken(await newWorkspace());
    const other = await startScopedRoutes(postgres.options, {
      ownPepper: 'another pepper, 32 characters long',
    });
    expect(await other.ask(secret, 'links:read')).toMatchObject({ status: 401, code: 'UNAUTHORIZED' });
    await other.close();
  });

  test('from the very request after a token is revoked, for good', async () => {
    const { tokenId, secret } = await newToken(await newWorkspace());
    expect((await api.ask(secret, 'links:read')).status).toBe(200);
    expect(await revokeToken(api.database.db, tokenId)).toEqual({ kind: 'revoked' });
    expect(await api.ask(secret, 'links:read')).toMatchObject({ status: 401, code: 'UNAUTHORIZED' });
    expect(await revokeToken(api.database.db, tokenId)).toEqual({ kind: 'revoked' });
    expect(await revokeToken(api.database.db, 'tok_unknown')).toEqual({ kind: 'no_such_token' });
  });

  test.each(['free', 'basic'] as const)(
    'while the workspace is on %s, and 200 again after an upgrade',
    async (plan) => {
      const workspaceId = await newWorkspace();
      const { secret } = await newToken(workspaceId);
      await setPlan(api.database.db, workspaceId, plan);
      const reply = await api.ask(secret, 'links:read');
      expect(reply).toMatchObject({ status: 401, code: 'PLAN_NOT_ELIGIBLE' });
      expect(reply.error).toMatch(/only for premium workspaces/);
      expect(reply.headers.get('www-authenticate')).toMatch(/^Bearer/);
      await setPlan(api.database.db, workspaceId, 'team');
      expect((await api.ask(secret, 'links:read')).status).toBe(200);
    },
  );
});

describe('scopes', () => {
  test.each(allScopes)('a token with %s alone may do that and nothing else', async (own) => {
    const { secret } = await newToken(await newWorkspace(), [own]);
    for (const scope of allScopes) {
      const reply = await api.ask(secret, scope);
      if (scope === own) expect(reply.status).toBe(200);
      else {
        expect(reply).toMatchObject({ status: 403, code: 'SCOPE_REQUIRED' });
        expect(reply.error).toContain(scope);
      }
    }
  });
});

describe('X-Workspace-Id', () => {
  test('may name the token’s own workspace', async () => {
    const workspaceId = await newWorkspace();
    const { secret } = await newToken(workspaceId);
    expect(await api.ask(secret, 'links:read', workspaceId)).toMatchObject({ status: 200, workspaceId });
  });

  test.each([
    '',
    'x',
    'ws_',
    "ws_' OR 1=1 --",
    'ws_0000000000000000',
    `ws_${'0'.repeat(5_000)}`,
    'ws_ÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿ',
  ])('naming %j answers NOT_GRANTED', async (named) => {
    const { secret } = await newToken(await newWorkspace());
    expect(await api.ask(secret, 'links:read', named)).toMatchObject({ status: 403, code: 'NOT_GRANTED' });
  });

  test('naming another real workspace answers NOT_GRANTED, even of the same owner', async () => {
    const { secret } = await newToken(await newWorkspace());
    const other = await newWorkspace();
    expect(await api.ask(secret, 'links:read', other)).toMatchObject({ status: 403, code: 'NOT_GRANTED' });
  });
});

test('while the workspace is transferred, writes are 423 with Retry-After and reads go on', async () => {
  const workspaceId = await newWorkspace();
  const { secret } = await newToken(workspaceId);
  const heir = await createUser(api.database.db, { email: `heir-${workspaceId}@example.com` });
  if (heir.kind !== 'created') throw new Error(heir.kind);
  const transferTo = (userId: string | null) =>
    api.database.db
      .updateTable('workspaces')
      .set({ transfer_to_user_id: userId, transfer_started_at: userId && new Date() })
      .where('id', '=', workspaceId)
      .execute();
  await transferTo(heir.userId);
  const reply = await api.ask(secret, 'links:write');
  expect(reply).toMatchObject({ status: 423, code: 'TRANSFER_IN_PROGRESS' });
  expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await api.ask(secret, 'links:read')).status).toBe(200);
  await transferTo(null);
  expect((await api.ask(secret, 'links:write')).status).toBe(200);
});

test('the list of tokens shows the last four characters, and the database holds no secret', async () => {
  const workspaceId = await newWorkspace();
  const { tokenId, secret, lastFour } = await newToken(workspaceId, ['links:read']);
  const someDate: unknown = expect.any(Date);
  expect(lastFour).toBe(secret.slice(-4));
  expect(await listTokens(api.database.db, workspaceId)).toEqual([
    {
      tokenId,
      name: 'ci',
      lastFour,
      scopes: ['links:read'],
      createdAt: someDate,
      revokedAt: null,
      expiresAt: null,
      lastUsedOn: null,
      networks: [],
    },
  ]);
  const { rows } = await api.database.pool.query<{ row: string }>(
    "SELECT tokens::text || encode(secret_hash, 'escape') AS row FROM tokens WHERE id = $1",
    [tokenId],
  );
  expect(rows[0]?.row).not.toContain(secret.slice(6, 20));
});

test('a token for a workspace that is not there is not made', async () => {
  const outcome = await createWorkspaceToken(api.database.db, pepper, {
    workspaceId: 'ws_unknown',
    name: 'x',
    scopes: [],
  });
  expect(outcome).toEqual({ kind: 'no_such_workspace' });
});
