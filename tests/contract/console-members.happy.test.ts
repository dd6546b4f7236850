// Members of a workspace in the web app: invitations, joining, role changes, removal and leaving take effect at once.

import type { Scope } from '@kurz/database';
import {
  addMember,
  addOwnWorkspace,
  addPerson,
  openBrowser,
  PASSWORD,
  type TestPerson,
} from './console-browser';
import { startApi, type TestApi } from './start-api';
import type { ErrorAnswer } from './url-answer';

let api: TestApi;
let owner: TestPerson;
let now = Date.now();
beforeAll(async () => {
  api = await startApi({ clock: { now: () => now }, settings: { planChoice: 'people', maxWorkspaces: 100 } });
  owner = await addPerson(api);
});
afterAll(() => api.close());

type Invitation = {
  id: string;
  email: string;
  role: string;
  isMailed: boolean;
  createdAt: string;
  expiresAt: string;
};
type Invited = { invitation: Invitation; secret: string; path: string };
type Joined = { user?: { id: string; email: string }; workspaceId: string; role: string };
type Members = { members: { userId: string; email: string; role: string; joinedAt: string }[] };

const expected = (matcher: unknown): unknown => matcher;

async function invite(workspaceId: string, email: string, role = 'member'): Promise<Invited> {
  const body = { email, role };
  const answered = await owner.browser.call<Invited>('POST', `/workspaces/${workspaceId}/invitations`, {
    body,
  });
  expect(answered.status).toBe(201);
  return answered.body;
}

async function rolesIn(workspaceId: string): Promise<Record<string, string>> {
  const { body } = await owner.browser.call<Members>('GET', `/workspaces/${workspaceId}/members`);
  return Object.fromEntries(body.members.map(({ email, role }) => [email, role]));
}

const GRANTED: readonly Scope[] = ['links:read', 'links:write'];

/** What a user token may do in the workspace: the statuses and codes of reading and writing. */
async function probe(token: string, workspaceId: string) {
  const headers = { 'x-workspace-id': workspaceId };
  const read = await api.fetchJson<ErrorAnswer>('GET', '/urls', { token, headers });
  const write = await api.fetchJson<ErrorAnswer>('POST', '/urls', { token, headers, body: {} });
  return [read.body.code ?? read.status, write.body.code ?? write.status];
}

describe('an invitation', () => {
  test('is shown with its secret once, and listed without', async () => {
    const workspaceId = await addOwnWorkspace(owner);
    const { invitation, secret, path } = await invite(workspaceId, ' New@Example.com ', 'viewer');
    expect(invitation).toMatchObject({ email: 'New@Example.com', role: 'viewer', isMailed: false });
    expect(Date.parse(invitation.expiresAt) - now).toBe(7 * 24 * 3_600_000);
    expect([secret, path]).toEqual([
      expected(expect.stringMatching(/^[\w-]{43}$/)),
      `/app/invitation#${secret}`,
    ]);
    const listed = await owner.browser.call('GET', `/workspaces/${workspaceId}/invitations`);
    expect([listed.status, listed.body]).toEqual([200, { invitations: [invitation] }]);
    const stored = await api.db.selectFrom('invitations').selectAll().execute();
    expect(JSON.stringify(stored)).not.toContain(secret);
  });

  test('tells who holds it what it is for, and is used up by joining', async () => {
    const workspaceId = await addOwnWorkspace(owner, 'Press team');
    const person = await addPerson(api);
    const { invitation, secret } = await invite(workspaceId, person.email.toUpperCase(), 'admin');
    const read = await openBrowser(api).call('POST', '/invitations/read', { body: { secret } });
    const { email, role, expiresAt } = invitation;
    const shown = { workspaceName: 'Press team', email, role, expiresAt, hasAccount: true };
    expect([read.status, read.body]).toEqual([200, { invitation: shown }]);
    const joined = await person.browser.call('POST', '/invitations/accept', { body: { secret } });
    expect([joined.status, joined.body]).toEqual([200, { workspaceId, role: 'admin' }]);
    expect(await rolesIn(workspaceId)).toEqual({ [owner.email]: 'owner', [person.email]: 'admin' });
    const again = await person.browser.call('POST', '/invitations/accept', { body: { secret } });
    expect(again.status).toBe(404);
  });

  test('lets somebody new set a password, and signs them in', async () => {
    const workspaceId = await addOwnWorkspace(owner);
    const { secret } = await invite(workspaceId, 'brand-new@example.com');
    const browser = openBrowser(api);
    const read = await browser.call('POST', '/invitations/read', { body: { secret } });
    expect(read.body).toMatchObject({ invitation: { hasAccount: false } });
    const body = { secret, password: PASSWORD };
    const joined = await browser.call<Joined>('POST', '/invitations/sign-up', { body });
    expect([joined.status, joined.body]).toEqual([
      201,
      {
        user: {
          id: expected(expect.stringMatching(/^usr_/)),
          email: 'brand-new@example.com',
          isEmailProven: false,
        },
        workspaceId,
        role: 'member',
        expiresIn: 900,
      },
    ]);
    expect((await browser.call('GET', `/workspaces/${workspaceId}`)).status).toBe(200);
    await openBrowser(api).signIn('brand-new@example.com');
  });

  test('made twice for one e-mail: only the second one counts', async () => {
    const workspaceId = await addOwnWorkspace(owner);
    const person = await addPerson(api);
    const first = await invite(workspaceId, person.email, 'admin');
    const second = await invite(workspaceId, person.email.toUpperCase(), 'viewer');
    const accept = (secret: string) =>
      person.browser.call('POST', '/invitations/accept', { body: { secret } });
    expect((await accept(first.secret)).status).toBe(404);
    expect((await accept(second.secret)).body).toMatchObject({ role: 'viewer' });
  });

  test('used by two requests at once makes one member', async () => {
    const workspaceId = await addOwnWorkspace(owner);
    const { secret } = await invite(workspaceId, 'hasty@example.com');
    const body = { secret, password: PASSWORD };
    const answers = await Promise.all(
      [1, 2, 3].map(() => openBrowser(api).call('POST', '/invitations/sign-up', { body })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(Object.keys(await rolesIn(workspaceId))).toHaveLength(2);
  });

  test('ends when it is withdrawn, and after 7 days', async () => {
    const workspaceId = await addOwnWorkspace(owner);
    const person = await addPerson(api);
    const withdrawn = await invite(workspaceId, person.email);
    const path = `/workspaces/${workspaceId}/invitations`;
    expect((await owner.browser.call('DELETE', `${path}/${withdrawn.invitation.id}`)).status).toBe(204);
    const late = await invite(workspaceId, 'late@example.com');
    now += 7 * 24 * 3_600_000 + 1;
    await owner.browser.signIn(owner.email);
    expect((await owner.browser.call('GET', path)).body).toEqual({ invitations: [] });
    for (const { secret } of [withdrawn, late]) {
      const read = await openBrowser(api).call<ErrorAnswer>('POST', '/invitations/read', {
        body: { secret },
      });
      expect([read.status, read.body.code]).toEqual([404, 'NOT_FOUND']);
      const body = { secret, password: PASSWORD };
      expect((await openBrowser(api).call('POST', '/invitations/sign-up', { body })).status).toBe(404);
    }
  });
});

test('members are listed with their roles, the longest there first', async () => {
  const workspaceId = await addOwnWorkspace(owner);
  const viewer = await addMember(api, workspaceId, 'viewer');
  const { status, body } = await viewer.browser.call<Members>('GET', `/workspaces/${workspaceId}/members`);
  const joinedAt = expected(expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/));
  expect([status, body.members]).toEqual([
    200,
    [
      { userId: owner.userId, email: owner.email, isEmailProven: true, role: 'owner', joinedAt },
      { userId: viewer.userId, email: viewer.email, isEmailProven: true, role: 'viewer', joinedAt },
    ],
  ]);
});

test('another role counts with the very next request, in the web app and for user tokens', async () => {
  const workspaceId = await addOwnWorkspace(owner);
  await owner.browser.call('PUT', `/workspaces/${workspaceId}/plan`, { body: { plan: 'pro' } });
  const person = await addMember(api, workspaceId, 'member');
  const token = await api.addUserToken(person.email, [], [{ workspaceId, scopes: GRANTED }]);
  const path = `/workspaces/${workspaceId}`;
  const setRole = (role: string) =>
    owner.browser.call('PATCH', `${path}/members/${person.userId}`, { body: { role } });
  const rename = async () => (await person.browser.call('PATCH', path, { body: { name: 'x' } })).status;

  expect([await probe(token, workspaceId), await rename()]).toEqual([[200, 'VALIDATION_FAILED'], 403]);
  expect((await setRole('viewer')).body).toEqual({ userId: person.userId, role: 'viewer' });
  expect([await probe(token, workspaceId), await rename()]).toEqual([[200, 'SCOPE_REQUIRED'], 403]);
  await setRole('admin');
  expect([await probe(token, workspaceId), await rename()]).toEqual([[200, 'VALIDATION_FAILED'], 200]);
});

test('whoever is removed is out at once, tokens included, and back with the role that they come back with', async () => {
  const workspaceId = await addOwnWorkspace(owner);
  await owner.browser.call('PUT', `/workspaces/${workspaceId}/plan`, { body: { plan: 'pro' } });
  const person = await addMember(api, workspaceId, 'member');
  const token = await api.addUserToken(person.email, [], [{ workspaceId, scopes: GRANTED }]);
  const path = `/workspaces/${workspaceId}`;
  const removed = await owner.browser.call('DELETE', `${path}/members/${person.userId}`);
  expect(removed.status).toBe(204);
  expect(await probe(token, workspaceId)).toEqual(['GRANT_INACTIVE', 'GRANT_INACTIVE']);
  expect((await person.browser.call('GET', path)).status).toBe(404);
  const { secret } = await invite(workspaceId, person.email, 'viewer');
  await person.browser.signIn(person.email);
  await person.browser.call('POST', '/invitations/accept', { body: { secret } });
  expect(await probe(token, workspaceId)).toEqual([200, 'SCOPE_REQUIRED']);
});

test('everybody but the owner may leave, and is out at once', async () => {
  const workspaceId = await addOwnWorkspace(owner);
  for (const role of ['viewer', 'member', 'admin'] as const) {
    const person = await addMember(api, workspaceId, role);
    const left = await person.browser.call('DELETE', `/workspaces/${workspaceId}/members/${person.userId}`);
    expect(left.status).toBe(204);
    expect((await person.browser.call('GET', `/workspaces/${workspaceId}`)).status).toBe(404);
  }
  expect(await rolesIn(workspaceId)).toEqual({ [owner.email]: 'owner' });
});
