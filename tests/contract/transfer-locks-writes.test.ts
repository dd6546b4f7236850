// During the transfer of a workspace (contract §7): every write answers 423 with Retry-After and changes nothing, every
// read works, and when it ends everything works again, tokens included.

import { beginTransfer, cancelTransfer, endTransfer } from '@kurz/api';
import type { Scope } from '@kurz/database';
import { signIn, type Person } from './sign-in';
import { ALL_SCOPES, startApi, type TestApi } from './start-api';
import type { ErrorAnswer } from './url-answer';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
type Request = [method: Method, path: string, body?: object];

let api: TestApi;
let owner: Person;
let heir: Person;
let userToken: string;
let at: string;
let zoneId: string;
let tokenId: string;

const link = { url: 'https://a.example/' };
const reads: Request[] = [
  ['GET', '/urls'],
  ['GET', '/urls/kept'],
  ['GET', '/urls/kept/stats'],
  ['GET', '/urls/campaigns'],
  ['GET', '/tags'],
  ['GET', '/usage'],
  ['GET', '/zones'],
];
const writes: Request[] = [
  ['POST', '/urls', link],
  ['POST', '/urls/batch', { links: [link] }],
  ['PATCH', '/urls/batch', { links: [{ slug: 'kept', isEnabled: false }] }],
  ['PATCH', '/urls/kept', { title: 'changed' }],
  ['DELETE', '/urls/kept'],
  ['PATCH', '/tags/kept', { name: 'changed' }],
  ['DELETE', '/tags/kept'],
];
/** Paths below the workspace in the web app, in addition to those of /v1. */
const settingsReads: Request[] = [
  ['GET', ''],
  ['GET', '/members'],
  ['GET', '/tokens'],
  ['GET', '/utm-conventions'],
];
const settingsWrites = (): Request[] => [
  ['PATCH', '', { name: 'changed' }],
  ['PUT', '/plan', { plan: 'pro' }],
  ['POST', '/tokens', { name: 'x', scopes: ['links:read'] }],
  ['DELETE', `/tokens/${tokenId}`],
  ['POST', '/zones', { domain: 'new.example' }],
  ['PATCH', `/zones/${zoneId}`, { isEnabled: false }],
  ['POST', `/zones/${zoneId}/verify`],
  ['PUT', `/zones/${zoneId}/default`],
  ['DELETE', `/zones/${zoneId}/default`],
  ['DELETE', `/zones/${zoneId}`],
  ['PUT', '/utm-conventions', {}],
  ['PATCH', `/members/${heir.userId}`, { role: 'viewer' }],
  ['DELETE', `/members/${heir.userId}`],
  ['POST', '/invitations', { email: 'new@example.com', role: 'viewer' }],
  ['POST', '/transfer', { email: heir.email }],
];

beforeAll(async () => {
  api = await startApi({ settings: { planChoice: 'people' } });
  const { workspaceId } = await api.addWorkspace({ plan: 'team' });
  owner = await signIn(api, { [workspaceId]: 'owner' });
  heir = await signIn(api, { [workspaceId]: 'member' });
  await api.db
    .deleteFrom('members')
    .where('workspace_id', '=', workspaceId)
    .where('role', '=', 'owner')
    .where('user_id', '<>', owner.userId)
    .execute();
  await api.db
    .updateTable('workspaces')
    .set({ owner_id: owner.userId })
    .where('id', '=', workspaceId)
    .execute();
  userToken = await api.addUserToken(owner.email, [], [{ workspaceId, scopes: ALL_SCOPES }]);
  at = `/workspaces/${workspaceId}`;
  zoneId = await api.addZone({ domain: 'own.example', zoneType: 'user', workspaceId, isVerified: true });
  const made = await owner.ask<{ token: { id: string }; secret: string }>('POST', `${at}/tokens`, {
    name: 'kept',
    scopes: ALL_SCOPES,
  });
  tokenId = made.body.token.id;
  ways = [
    [
      'a workspace token',
      (method, path, body) => api.fetchJson(method, path, { token: made.body.secret, body }),
    ],
    [
      'a user token',
      (method, path, body) =>
        api.fetchJson(method, path, { token: userToken, body, headers: { 'x-workspace-id': workspaceId } }),
    ],
    ['a session', (method, path, body) => owner.ask(method, at + path, body)],
  ];
  await owner.ask('POST', `${at}/urls`, { ...link, slug: 'kept' });
});
afterAll(() => api.close());

type Ask = (
  method: Method,
  path: string,
  body?: object,
) => Promise<{ status: number; headers: Headers; body: ErrorAnswer }>;
let ways: [string, Ask][];

const id = () => at.split('/').at(-1) ?? '';
async function begin() {
  expect(await beginTransfer(api.db, id(), heir.email)).toEqual({ kind: 'begun' });
}
afterEach(() => cancelTransfer(api.db, id()));
const state = async () => ({
  links: await api.db
    .selectFrom('links')
    .select(['slug', 'title', 'version'])
    .where('workspace_id', '=', id())
    .orderBy('id')
    .execute(),
  tokens: await api.db
    .selectFrom('tokens')
    .select(['id', 'revoked_at'])
    .where('workspace_id', '=', id())
    .orderBy('id')
    .execute(),
  zones: await api.db
    .selectFrom('zones')
    .select(['id', 'is_enabled'])
    .where('workspace_id', '=', id())
    .execute(),
  members: await api.db
    .selectFrom('members')
    .select(['user_id', 'role'])
    .where('workspace_id', '=', id())
    .orderBy('user_id')
    .execute(),
  quota: await api.db.selectFrom('link_quota').select('used').where('workspace_id', '=', id()).execute(),
  workspace: await api.db
    .selectFrom('workspaces')
    .select(['name', 'plan', 'default_zone_id', 'utm_conventions'])
    .where('id', '=', id())
    .execute(),
});

test('every write in every way of signing in answers 423 with Retry-After in seconds, and changes nothing', async () => {
  const before = await state();
  await begin();
  for (const [way, ask] of ways) {
    const asked = way === 'a session' ? [...writes, ...settingsWrites()] : writes;
    for (const [method, path, body] of asked) {
      const answered = await ask(method, path, body);
      expect([way, method, path, answered.status, answered.body.code]).toEqual([
        way,
        method,
        path,
        423,
        'TRANSFER_IN_PROGRESS',
      ]);
      expect(answered.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
    }
  }
  expect(await state()).toEqual(before);
});

test('no read does', async () => {
  await begin();
  for (const [way, ask] of ways) {
    const asked = way === 'a session' ? [...reads, ...settingsReads] : reads;
    for (const [method, path] of asked) {
      expect([way, path, (await ask(method, path)).status]).toEqual([way, path, 200]);
    }
  }
});

test('a token without the scope hears of that first, and other workspaces write on', async () => {
  await begin();
  const readOnly: Scope[] = ['links:read'];
  const token = await api.addToken(id(), readOnly);
  expect((await api.fetchJson<ErrorAnswer>('POST', '/urls', { token, body: link })).body.code).toBe(
    'SCOPE_REQUIRED',
  );
  expect((await api.fetchJson('POST', '/urls', { body: link })).status).toBe(201);
  expect((await owner.ask('POST', '/urls', link)).status).toBe(201);
});

test('after the transfer ended writes work again: the workspace’s tokens moved along, the old owner is an admin', async () => {
  await begin();
  expect(await endTransfer(api.db, id())).toMatchObject({ kind: 'ended', ownerId: heir.userId });
  for (const [way, ask] of ways) expect([way, (await ask('POST', '/urls', link)).status]).toEqual([way, 201]);
  const { members } = await state();
  expect(members).toEqual(
    expect.arrayContaining([
      { user_id: heir.userId, role: 'owner' },
      { user_id: owner.userId, role: 'admin' },
    ]),
  );
});
