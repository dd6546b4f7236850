// The card "User API tokens" (contract §5.2): a person picks the workspaces and the scopes in each; secret shown once.

import { allScopes } from '@kurz/api';
import { signIn, type Person } from './sign-in';
import { startApi, type TestApi, type TestWorkspace } from './start-api';
import type { ErrorAnswer } from './url-answer';

type Grant = { workspaceId: string; scopes: string[]; isActive: boolean; isPersonal: boolean };
type Token = { id: string; name: string; lastFour: string; grants: Grant[]; revokedAt: string | null };
type Created = { token: Token; secret: string };

let api: TestApi;
let workspace: TestWorkspace;
let person: Person;
beforeAll(async () => {
  api = await startApi();
  workspace = await api.addWorkspace();
  person = await signIn(api, { [workspace.workspaceId]: 'member' });
  await api.db
    .updateTable('workspaces')
    .set({ plan: 'pro' })
    .where('id', '=', person.personalWorkspaceId)
    .execute();
});
afterAll(() => api.close());

const create = (body: object, by = person) => by.ask<Created & ErrorAnswer>('POST', '/tokens', body);
const list = async (by = person) => (await by.ask<{ tokens: Token[] }>('GET', '/tokens')).body.tokens;
const call = (token: string, path: string, workspaceId?: string, body?: object) =>
  api.fetchJson<ErrorAnswer>(body ? 'POST' : 'GET', path, {
    token,
    body,
    headers: workspaceId ? { 'x-workspace-id': workspaceId } : {},
  });

test('a token acts in the personal workspace and in the picked ones, with the scopes of each', async () => {
  const { workspaceId } = workspace;
  const { status, body } = await create({
    name: 'laptop',
    personalScopes: ['links:read'],
    grants: [{ workspaceId, scopes: ['usage:read'] }],
  });
  expect(status).toBe(201);
  expect(body.secret).toMatch(/^kz_(?!ws_)/);
  expect(body.token.lastFour).toBe(body.secret.slice(-4));
  expect((await call(body.secret, '/urls')).status).toBe(200);
  expect((await call(body.secret, '/usage')).body.code).toBe('SCOPE_REQUIRED');
  expect((await call(body.secret, '/usage', workspaceId)).status).toBe(200);
  expect((await call(body.secret, '/urls', workspaceId)).body.code).toBe('SCOPE_REQUIRED');
  expect((await call(body.secret, '/urls', api.workspaceId)).body.code).toBe('NOT_GRANTED');
});

test('scopes beyond the role may be granted, and the role caps them', async () => {
  const { workspaceId } = await api.addWorkspace();
  const viewer = await signIn(api, { [workspaceId]: 'viewer' });
  const { body } = await create({ name: 'v', grants: [{ workspaceId, scopes: allScopes }] }, viewer);
  expect((await call(body.secret, '/urls', workspaceId)).status).toBe(200);
  const refused = await call(body.secret, '/urls', workspaceId, { url: 'https://a.example/' });
  expect(refused.body.code).toBe('SCOPE_REQUIRED');
});

test('the list shows the grants and whether each is active, and never a secret', async () => {
  const { workspaceId } = await api.addWorkspace();
  const leaving = await signIn(api, { [workspaceId]: 'member' });
  const { body } = await create(
    { name: 'l', personalScopes: ['stats:read'], grants: [{ workspaceId, scopes: ['links:read'] }] },
    leaving,
  );
  const grantThere = async () =>
    (await list(leaving))[0]?.grants.find((grant) => grant.workspaceId === workspaceId);
  expect(await grantThere()).toMatchObject({ scopes: ['links:read'], isActive: true, isPersonal: false });
  expect((await list(leaving))[0]?.grants).toContainEqual(
    expect.objectContaining({ workspaceId: leaving.personalWorkspaceId, isPersonal: true, isActive: true }),
  );
  await api.db
    .deleteFrom('members')
    .where('user_id', '=', leaving.userId)
    .where('workspace_id', '=', workspaceId)
    .execute();
  expect(await grantThere()).toMatchObject({ isActive: false });
  expect(JSON.stringify(await list(leaving))).not.toContain(body.secret);
});

test('a revoked token stops at once; somebody else’s cannot be revoked, nor be seen', async () => {
  const { body } = await create({ name: 'r', personalScopes: ['links:read'] });
  const other = await signIn(api);
  expect(await list(other)).toEqual([]);
  const refused = await other.ask<ErrorAnswer>('DELETE', `/tokens/${body.token.id}`);
  expect([refused.status, refused.body.code]).toEqual([404, 'NOT_FOUND']);
  expect((await call(body.secret, '/urls')).status).toBe(200);
  expect((await person.ask('DELETE', `/tokens/${body.token.id}`)).status).toBe(200);
  expect((await call(body.secret, '/urls')).status).toBe(401);
});

test.each([
  ['no name', { personalScopes: ['links:read'] }],
  ['nothing that it may do', { name: 'x' }],
  ['only empty grants', { name: 'x', personalScopes: [], grants: [] }],
  ['an unknown scope', { name: 'x', personalScopes: ['everything'] }],
  ['a grant without scopes', { name: 'x', grants: [{ workspaceId: 'ws_1' }] }],
  ['grants that are no list', { name: 'x', grants: 'all' }],
  [
    'a workspace that does not exist',
    { name: 'x', grants: [{ workspaceId: 'ws_1', scopes: ['links:read'] }] },
  ],
])('%s: 400 VALIDATION_FAILED, and no token is made', async (_, body) => {
  const before = (await list()).length;
  const answered = await create(body);
  expect([answered.status, answered.body.code]).toEqual([400, 'VALIDATION_FAILED']);
  expect(await list()).toHaveLength(before);
});

test('a workspace that one is no member of cannot be granted, nor the same one twice', async () => {
  const foreign = { workspaceId: api.workspaceId, scopes: ['links:read'] };
  expect((await create({ name: 'x', grants: [foreign] })).status).toBe(400);
  const own = { workspaceId: workspace.workspaceId, scopes: ['links:read'] };
  expect((await create({ name: 'x', grants: [own, own] })).status).toBe(400);
});

test('without a session nobody gets at tokens', async () => {
  const { origin } = new URL(api.baseUrl);
  expect((await fetch(`${origin}/x/tokens`)).status).toBe(401);
});
