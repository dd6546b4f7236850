// The card "Workspace API tokens" (contract §5.1): create with a name and scopes, secret shown once, last four, revoke.

import { allScopes } from '@kurz/api';
import type { Role } from '@kurz/database';
import { signIn, type Person } from './sign-in';
import { startApi, type TestApi } from './start-api';
import type { ErrorAnswer } from './url-answer';

type Token = { id: string; name: string; lastFour: string; scopes: string[]; revokedAt: string | null };
type Created = { token: Token; secret: string };

let api: TestApi;
let admin: Person;
let path: string;
beforeAll(async () => {
  api = await startApi();
  admin = await signIn(api, { [api.workspaceId]: 'admin' });
  path = `/workspaces/${api.workspaceId}/tokens`;
});
afterAll(() => api.close());

const create = (body: object, person = admin) => person.ask<Created & ErrorAnswer>('POST', path, body);
const list = async (person = admin) => (await person.ask<{ tokens: Token[] }>('GET', path)).body.tokens;
const statusWith = async (token: string, at = '/urls') => (await api.fetchJson('GET', at, { token })).status;

test('a new token works at once, within its scopes only', async () => {
  const { status, body } = await create({ name: ' CI ', scopes: ['stats:read', 'links:read'] });
  expect(status).toBe(201);
  expect(body.secret).toMatch(/^kz_ws_/);
  expect(body.token).toEqual({
    id: expect.stringMatching(/^tok_/) as string,
    name: 'CI',
    lastFour: body.secret.slice(-4),
    scopes: ['links:read', 'stats:read'],
    expiresAt: null,
    networks: [],
  });
  expect(await statusWith(body.secret)).toBe(200);
  expect(await statusWith(body.secret, '/usage')).toBe(403);
});

test('the secret is shown once: the list has the last four characters only, newest first', async () => {
  const { body } = await create({ name: 'secret', scopes: allScopes });
  const answered = await admin.ask<{ tokens: Token[] }>('GET', path);
  expect(JSON.stringify(answered.body)).not.toContain(body.secret);
  expect(answered.headers.get('cache-control')).toContain('no-store');
  const [newest] = answered.body.tokens;
  expect(newest).toMatchObject({
    id: body.token.id,
    name: 'secret',
    lastFour: body.secret.slice(-4),
    scopes: allScopes,
    revokedAt: null,
  });
});

test('a revoked token stops at once and for ever, and stays in the list as revoked', async () => {
  const { body } = await create({ name: 'short', scopes: ['links:read'] });
  const { id } = body.token;
  expect((await admin.ask('DELETE', `${path}/${id}`)).status).toBe(200);
  expect(await statusWith(body.secret)).toBe(401);
  const revokedAt = (await list()).find((token) => token.id === id)?.revokedAt;
  expect(revokedAt).toEqual(expect.any(String));
  expect((await admin.ask('DELETE', `${path}/${id}`)).status).toBe(200);
  expect((await list()).find((token) => token.id === id)?.revokedAt).toBe(revokedAt);
});

test('tokens of another workspace and of people are not among them and cannot be revoked here', async () => {
  const other = await api.addWorkspace();
  const [foreign] = await api.db
    .selectFrom('tokens')
    .select('id')
    .where('workspace_id', '=', other.workspaceId)
    .execute();
  const own = await admin.ask<Created>('POST', '/tokens', { name: 'mine', personalScopes: ['links:read'] });
  for (const id of [foreign?.id ?? '', own.body.token.id, 'tok_none']) {
    expect((await list()).map((token) => token.id)).not.toContain(id);
    const answered = await admin.ask<ErrorAnswer>('DELETE', `${path}/${id}`);
    expect([answered.status, answered.body.code]).toEqual([404, 'NOT_FOUND']);
  }
  expect(await statusWith(other.token)).toBe(200);
});

test.each([
  ['no name', { scopes: ['links:read'] }],
  ['an empty name', { name: '  ', scopes: ['links:read'] }],
  ['a long name', { name: 'n'.repeat(101), scopes: ['links:read'] }],
  ['a name with a line break', { name: 'a\nb', scopes: ['links:read'] }],
  ['a name that is no text', { name: 7, scopes: ['links:read'] }],
  ['no scopes', { name: 'x' }],
  ['an empty list of scopes', { name: 'x', scopes: [] }],
  ['an unknown scope', { name: 'x', scopes: ['links:all'] }],
  ['scopes that are no list', { name: 'x', scopes: 'links:read' }],
])('%s: 400 VALIDATION_FAILED, and no token is made', async (_, body) => {
  const before = (await list()).length;
  const answered = await create(body);
  expect([answered.status, answered.body.code]).toEqual([400, 'VALIDATION_FAILED']);
  expect(await list()).toHaveLength(before);
});

test.each<[Role, number]>([
  ['viewer', 403],
  ['member', 403],
  ['admin', 200],
])('a %s gets %i from the list, and neither makes nor revokes without the right', async (role, status) => {
  const person = await signIn(api, { [api.workspaceId]: role });
  expect((await person.ask('GET', path)).status).toBe(status);
  if (status === 200) return;
  const answered = await create({ name: 'x', scopes: ['links:read'] }, person);
  expect([answered.status, answered.body.code]).toEqual([403, 'ROLE_REQUIRED']);
  const { body } = await create({ name: 'kept', scopes: ['links:read'] });
  expect((await person.ask('DELETE', `${path}/${body.token.id}`)).status).toBe(403);
  expect(await statusWith(body.secret)).toBe(200);
});

test('a stranger learns nothing of a workspace’s tokens', async () => {
  const stranger = await signIn(api);
  expect((await stranger.ask('GET', path)).status).toBe(404);
  expect((await create({ name: 'x', scopes: ['links:read'] }, stranger)).status).toBe(404);
});
