// The transfer of a workspace in the web app: started by its owner, accepted by a member, or called off by either.

import { beginTransfer, cancelTransfer, endTransfer, removeMember, setMember } from '@kurz/api';
import { addMember, addOwnWorkspace, addPerson, type TestPerson } from './console-browser';
import { startApi, type TestApi } from './start-api';
import type { ErrorAnswer } from './url-answer';

let api: TestApi;
let owner: TestPerson;
let heir: TestPerson;
let viewer: TestPerson;
let workspaceId: string;
beforeAll(async () => {
  api = await startApi({ settings: { planChoice: 'people', maxWorkspaces: 100 } });
});
afterAll(() => api.close());
beforeEach(async () => {
  owner = await addPerson(api);
  workspaceId = await addOwnWorkspace(owner);
  await owner.browser.call('PUT', at('/plan'), { body: { plan: 'team' } });
  heir = await addMember(api, workspaceId, 'member');
  viewer = await addMember(api, workspaceId, 'viewer');
});

const at = (rest = '') => `/workspaces/${workspaceId}${rest}`;

const start = (email = heir.email) =>
  owner.browser.call<ErrorAnswer>('POST', at('/transfer'), { body: { email } });

async function rolesIn(id = workspaceId): Promise<Record<string, string>> {
  const rows = await api.db
    .selectFrom('members')
    .select(['user_id', 'role'])
    .where('workspace_id', '=', id)
    .execute();
  return Object.fromEntries(rows.map(({ user_id, role }) => [user_id, role]));
}

const before = () => ({ [owner.userId]: 'owner', [heir.userId]: 'member', [viewer.userId]: 'viewer' });

async function codeOf(person: TestPerson, method: string, path: string, body?: unknown): Promise<unknown[]> {
  const answered = await person.browser.call<ErrorAnswer | null>(method, path, { body });
  return [answered.status, answered.body?.code];
}

test('the new owner accepts: the role moves, the old owner is an admin, tokens and links stay', async () => {
  const token = await api.addToken(workspaceId);
  const created = await api.fetchJson<{ url: { slug: string } }>('POST', '/urls', {
    token,
    body: { url: 'https://shop.example/' },
  });
  const started = await start();
  const transfer = {
    toUserId: heir.userId,
    toEmail: heir.email,
    startedAt: expect.stringMatching(/^\d{4}-.*Z$/) as unknown,
  };
  expect([started.status, started.body]).toEqual([201, { transfer }]);
  expect((await heir.browser.call('GET', at('/transfer'))).body).toEqual({ transfer });
  const read = await viewer.browser.call('GET', at());
  expect(read.body).toMatchObject({ workspace: { isInTransfer: true }, transfer });

  const accepted = await heir.browser.call('POST', at('/transfer/accept'));
  expect(accepted.status).toBe(200);
  expect(accepted.body).toMatchObject({ workspace: { id: workspaceId, role: 'owner', isInTransfer: false } });
  expect(await rolesIn()).toEqual({ ...before(), [owner.userId]: 'admin', [heir.userId]: 'owner' });
  const links = await api.fetchJson('GET', `/urls/${created.body.url.slug}`, { token });
  expect(links.status).toBe(200);
  expect(await codeOf(heir, 'PUT', at('/plan'), { plan: 'business' })).toEqual([200, undefined]);
  expect(await codeOf(owner, 'PUT', at('/plan'), { plan: 'free' })).toEqual([403, 'ROLE_REQUIRED']);
  expect(await codeOf(owner, 'DELETE', at(`/members/${heir.userId}`))).toEqual([409, 'OWNER_STAYS']);
  expect((await codeOf(owner, 'DELETE', at(`/members/${owner.userId}`)))[0]).toBe(204);
});

test.each(['owner', 'heir'] as const)(
  'the %s calls it off: everything is as it was, writes included',
  async (who) => {
    await start();
    expect(await codeOf({ owner, heir }[who], 'DELETE', at('/transfer'))).toEqual([204, undefined]);
    expect(await rolesIn()).toEqual(before());
    expect(await codeOf(owner, 'PATCH', at(), { name: 'on' })).toEqual([200, undefined]);
    for (const [method, path] of [
      ['GET', '/transfer'],
      ['DELETE', '/transfer'],
      ['POST', '/transfer/accept'],
    ] as const) {
      expect(await codeOf(heir, method, at(path))).toEqual([404, 'NOT_FOUND']);
    }
  },
);

test('nobody else accepts or calls it off, an admin and the owner themself included', async () => {
  const admin = await addMember(api, workspaceId, 'admin');
  await start();
  for (const person of [admin, viewer, owner]) {
    expect(await codeOf(person, 'POST', at('/transfer/accept'))).toEqual([403, 'TRANSFER_FOR_ANOTHER']);
  }
  for (const person of [admin, viewer]) {
    expect(await codeOf(person, 'DELETE', at('/transfer'))).toEqual([403, 'TRANSFER_FOR_ANOTHER']);
  }
  expect(await rolesIn()).toMatchObject(before());
});

test('accepted and called off at the same moment: one of both happens, wholly', async () => {
  for (let round = 1; round <= 5; round++) {
    await start();
    const [accepted, cancelled] = await Promise.all([
      heir.browser.call('POST', at('/transfer/accept')),
      owner.browser.call('DELETE', at('/transfer')),
    ]);
    expect([accepted.status === 200, cancelled.status === 204].filter(Boolean)).toHaveLength(1);
    const owners = Object.entries(await rolesIn()).filter(([, role]) => role === 'owner');
    expect(owners).toEqual([[accepted.status === 200 ? heir.userId : owner.userId, 'owner']]);
    if (accepted.status === 200) [owner, heir] = [heir, owner];
  }
});

test.each([
  ['the owner', () => owner.email],
  ['a stranger', async () => (await addPerson(api)).email],
  ['nobody known', () => 'nobody@example.com'],
])('it cannot be started to %s: 400', async (_, email) => {
  const answered = await start(await email());
  expect([answered.status, answered.body.code]).toEqual([400, 'VALIDATION_FAILED']);
  expect(answered.body.error).toContain('"email" must be the e-mail address of another member');
});

test('a personal workspace is nobody else’s: 409', async () => {
  const path = `/workspaces/${owner.personalWorkspaceId}/transfer`;
  expect(await codeOf(owner, 'POST', path, { email: heir.email })).toEqual([409, 'PERSONAL_WORKSPACE']);
});

/** Every kind of write in a workspace, as its owner sends it. */
const writes: readonly (readonly [method: string, path: string, body?: unknown])[] = [
  ['PATCH', '', { name: 'x' }],
  ['PUT', '/plan', { plan: 'free' }],
  ['PATCH', '/members/usr_nobody', { role: 'viewer' }],
  ['DELETE', '/members/usr_nobody'],
  ['POST', '/invitations', { email: 'a@b.c', role: 'viewer' }],
  ['DELETE', '/invitations/inv_nothing'],
  ['POST', '/transfer', { email: 'a@b.c' }],
  ['POST', '/tokens', { name: 'x', scopes: ['links:read'] }],
  ['DELETE', '/tokens/tok_nothing'],
  ['POST', '/zones', { domain: 'x.example' }],
  ['PATCH', '/zones/zon_nothing', {}],
  ['DELETE', '/zones/zon_nothing'],
  ['POST', '/zones/zon_nothing/verify'],
  ['PUT', '/zones/zon_nothing/default'],
  ['DELETE', '/zones/zon_nothing/default'],
  ['PUT', '/utm-conventions', {}],
  ['POST', '/urls', { url: 'https://shop.example/' }],
  ['PATCH', '/urls/nothing', { title: 'x' }],
  ['DELETE', '/urls/nothing'],
];
const reads = ['', '/members', '/invitations', '/transfer', '/tokens', '/zones', '/utm-conventions', '/urls'];

test('meanwhile every write is 423 with Retry-After, in English and German, and every read works', async () => {
  await start();
  for (const [method, path, body] of writes) {
    const answered = await owner.browser.call<ErrorAnswer>(method, at(path), { body });
    expect([method, path, answered.status, answered.body.code]).toEqual([
      method,
      path,
      423,
      'TRANSFER_IN_PROGRESS',
    ]);
    expect(Number(answered.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
  }
  for (const path of reads)
    expect([path, (await owner.browser.call('GET', at(path))).status]).toEqual([path, 200]);
  const named = { 'x-workspace-id': workspaceId };
  const byHeader = await owner.browser.call('POST', '/urls', { headers: named, body: {} });
  expect(byHeader.status).toBe(423);
  const headers = { 'accept-language': 'de' };
  const german = await owner.browser.call<ErrorAnswer>('PATCH', at(), { headers });
  expect(german.body.error).toMatch(/^Der Workspace wird gerade übertragen\./);
  await owner.browser.call('DELETE', at('/transfer'));
  for (const [method, path, body] of writes.slice(2)) {
    if (path !== '/transfer')
      expect((await owner.browser.call(method, at(path), { body })).status).not.toBe(423);
  }
});

test('meanwhile the writes of the API are 423 too, for workspace and user tokens, and its reads work', async () => {
  const tokens = [
    await api.addToken(workspaceId),
    await api.addUserToken(owner.email, [], [{ workspaceId, scopes: ['links:read', 'links:write'] }]),
  ];
  await start();
  for (const token of tokens) {
    const headers = { 'x-workspace-id': workspaceId };
    for (const [method, path] of [
      ['POST', '/urls'],
      ['PATCH', '/urls/abc'],
      ['DELETE', '/urls/abc'],
    ] as const) {
      const answered = await api.fetchJson<ErrorAnswer>(method, path, { token, headers, body: {} });
      expect([answered.status, answered.body.code]).toEqual([423, 'TRANSFER_IN_PROGRESS']);
    }
    expect((await api.fetchJson('GET', '/urls', { token, headers })).status).toBe(200);
  }
});

test('meanwhile nobody joins by an invitation from before: 423, and it can be accepted afterwards', async () => {
  const person = await addPerson(api);
  const invite = async (email: string) => {
    const body = { email, role: 'member' };
    return (await owner.browser.call<{ secret: string }>('POST', at('/invitations'), { body })).body.secret;
  };
  const [known, unknown] = [await invite(person.email), await invite(`new-${workspaceId}@example.com`)];
  await start();
  const accept = () => codeOf(person, 'POST', '/invitations/accept', { secret: known });
  expect(await accept()).toEqual([423, 'TRANSFER_IN_PROGRESS']);
  const signUp = { secret: unknown, password: 'a fine password' };
  expect(await codeOf(person, 'POST', '/invitations/sign-up', signUp)).toEqual([423, 'TRANSFER_IN_PROGRESS']);
  await owner.browser.call('DELETE', at('/transfer'));
  expect((await accept())[0]).toBe(200);
});

test('the admin command begins, ends and cancels a transfer, and hears every ending by name', async () => {
  const { db } = api;
  const begin = (email: string, id = workspaceId) => beginTransfer(db, id, email);
  expect(await begin(heir.email, 'ws_none')).toEqual({ kind: 'no_such_workspace' });
  expect(await begin(heir.email, owner.personalWorkspaceId)).toEqual({ kind: 'is_personal' });
  expect(await begin('nobody@example.com')).toEqual({ kind: 'no_such_user' });
  expect(await begin(owner.email)).toEqual({ kind: 'is_owner' });
  expect(await begin((await addPerson(api)).email)).toEqual({ kind: 'not_a_member' });
  for (const end of [endTransfer, cancelTransfer]) {
    expect(await end(db, 'ws_none')).toEqual({ kind: 'no_such_workspace' });
    expect(await end(db, workspaceId)).toEqual({ kind: 'no_transfer' });
  }
  expect(await begin(heir.email.toUpperCase())).toEqual({ kind: 'begun' });
  expect(await begin(viewer.email)).toEqual({ kind: 'already_in_transfer' });
  expect(await codeOf(owner, 'PATCH', at(), { name: 'x' })).toEqual([423, 'TRANSFER_IN_PROGRESS']);
  expect(await setMember(db, workspaceId, viewer.email, 'admin')).toEqual({ kind: 'in_transfer' });
  expect(await removeMember(db, workspaceId, heir.email)).toEqual({ kind: 'in_transfer' });
  expect(await cancelTransfer(db, workspaceId)).toEqual({ kind: 'cancelled' });
  expect(await begin(viewer.email)).toEqual({ kind: 'begun' });
  expect(await endTransfer(db, workspaceId)).toEqual({ kind: 'ended', ownerId: viewer.userId });
  expect(await rolesIn()).toEqual({ ...before(), [owner.userId]: 'admin', [viewer.userId]: 'owner' });
});
