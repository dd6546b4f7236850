// Refused changes of a workspace's members in the web app, each with its error.

import { removeMember, setMember } from '@kurz/api';
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
let admin: TestPerson;
let workspaceId: string;
beforeAll(async () => {
  api = await startApi({ settings: { maxWorkspaces: 100 } });
  owner = await addPerson(api);
  workspaceId = await addOwnWorkspace(owner);
  admin = await addMember(api, workspaceId, 'admin');
});
afterAll(() => api.close());

const DE = { 'accept-language': 'de' };

async function codeOf(person: TestPerson, method: string, path: string, body?: unknown): Promise<unknown[]> {
  const answered = await person.browser.call<ErrorAnswer>(method, path, { body });
  return [answered.status, answered.body?.code];
}

const at = (rest = '') => `/workspaces/${workspaceId}${rest}`;

async function inviteSecret(email: string, role = 'member'): Promise<string> {
  const body = { email, role };
  return (await owner.browser.call<{ secret: string }>('POST', at('/invitations'), { body })).body.secret;
}

test.each(['owner', 'admin'] as const)('the %s can neither remove nor demote the owner', async (who) => {
  const person = { owner, admin }[who];
  const path = at(`/members/${owner.userId}`);
  expect(await codeOf(person, 'DELETE', path)).toEqual([409, 'OWNER_STAYS']);
  expect(await codeOf(person, 'PATCH', path, { role: 'viewer' })).toEqual([409, 'OWNER_STAYS']);
  const { body } = await person.browser.call<ErrorAnswer>('DELETE', path, { headers: DE });
  expect(body.error).toMatch(/^Wer den Workspace besitzt, kann weder gehen/);
});

test.each(['owner', 'Owner', 'root', '', 'toString'])('nobody can be made %j', async (role) => {
  const person = await addMember(api, workspaceId, 'viewer');
  for (const maker of [owner, admin]) {
    expect(await codeOf(maker, 'PATCH', at(`/members/${person.userId}`), { role })).toEqual([
      400,
      'VALIDATION_FAILED',
    ]);
    const body = { email: 'anybody@example.com', role };
    expect(await codeOf(maker, 'POST', at('/invitations'), body)).toEqual([400, 'VALIDATION_FAILED']);
  }
});

test('an admin manages other admins; a member manages nobody', async () => {
  const [other, member] = [
    await addMember(api, workspaceId, 'admin'),
    await addMember(api, workspaceId, 'member'),
  ];
  expect(await codeOf(member, 'DELETE', at(`/members/${other.userId}`))).toEqual([403, 'ROLE_REQUIRED']);
  const demoted = await codeOf(admin, 'PATCH', at(`/members/${other.userId}`), { role: 'viewer' });
  expect(demoted[0]).toBe(200);
  expect((await codeOf(admin, 'DELETE', at(`/members/${other.userId}`)))[0]).toBe(204);
});

test('who is no member can neither be removed nor get a role: 404', async () => {
  const stranger = await addPerson(api);
  for (const id of [stranger.userId, 'usr_nobody', 'x']) {
    expect(await codeOf(owner, 'DELETE', at(`/members/${id}`))).toEqual([404, 'NOT_FOUND']);
    expect(await codeOf(owner, 'PATCH', at(`/members/${id}`), { role: 'member' })).toEqual([
      404,
      'NOT_FOUND',
    ]);
  }
});

test.each([
  [{ role: 'member' }, '"email"'],
  [{ email: 5, role: 'member' }, '"email"'],
  [{ email: 'nobody', role: 'member' }, '"email" must be an e-mail address'],
  [{ email: 'a@b.c' }, '"role"'],
])('%j invites nobody: 400', async (body, reason) => {
  const answered = await owner.browser.call<ErrorAnswer>('POST', at('/invitations'), { body });
  expect([answered.status, answered.body.code]).toEqual([400, 'VALIDATION_FAILED']);
  expect(answered.body.error).toContain(reason);
});

test('who is a member already cannot be invited: 409 ALREADY_MEMBER', async () => {
  const body = { email: admin.email.toUpperCase(), role: 'viewer' };
  expect(await codeOf(owner, 'POST', at('/invitations'), body)).toEqual([409, 'ALREADY_MEMBER']);
});

test('a personal workspace has no other members: 409 PERSONAL_WORKSPACE, from the admin command too', async () => {
  const path = `/workspaces/${owner.personalWorkspaceId}/invitations`;
  const body = { email: admin.email, role: 'viewer' };
  expect(await codeOf(owner, 'POST', path, body)).toEqual([409, 'PERSONAL_WORKSPACE']);
  const outcome = await setMember(api.db, owner.personalWorkspaceId, admin.email, 'viewer');
  expect(outcome).toEqual({ kind: 'is_personal' });
});

describe('an invitation', () => {
  test('for another e-mail cannot be accepted, and stays for whom it is: 403 INVITATION_FOR_ANOTHER', async () => {
    const [stranger, invited] = [await addPerson(api), await addPerson(api)];
    const secret = await inviteSecret(invited.email);
    expect(await codeOf(stranger, 'POST', '/invitations/accept', { secret })).toEqual([
      403,
      'INVITATION_FOR_ANOTHER',
    ]);
    expect((await codeOf(invited, 'POST', '/invitations/accept', { secret }))[0]).toBe(200);
  });

  test('gives nobody another password for an account that exists: 409 EMAIL_TAKEN', async () => {
    const invited = await addPerson(api);
    const secret = await inviteSecret(invited.email);
    const body = { secret, password: 'a password of the thief' };
    const answered = await openBrowser(api).call<ErrorAnswer>('POST', '/invitations/sign-up', { body });
    expect([answered.status, answered.body.code, answered.setCookies]).toEqual([409, 'EMAIL_TAKEN', []]);
    await openBrowser(api).signIn(invited.email, PASSWORD);
  });

  test('cannot be accepted without a session: 401', async () => {
    const secret = await inviteSecret('somebody@example.com');
    const answered = await openBrowser(api).call('POST', '/invitations/accept', { body: { secret } });
    expect(answered.status).toBe(401);
  });

  test.each(['short', 'x'.repeat(257), 'Careless@Example.com'])(
    'with the password %j: 400',
    async (password) => {
      const secret = await inviteSecret('careless@example.com');
      const body = { secret, password };
      const answered = await openBrowser(api).call<ErrorAnswer>('POST', '/invitations/sign-up', { body });
      expect([answered.status, answered.body.code]).toEqual([400, 'VALIDATION_FAILED']);
      expect(answered.body.error).toContain('"password"');
      const created = await api.db
        .selectFrom('users')
        .select('id')
        .where('email', '=', 'careless@example.com')
        .execute();
      expect(created).toEqual([]);
    },
  );

  test.each(['', 'x', 'A'.repeat(43)])('that nobody made, %j: 404', async (secret) => {
    const body = { secret, password: PASSWORD };
    for (const path of ['/invitations/read', '/invitations/sign-up', '/invitations/accept']) {
      expect(await codeOf(owner, 'POST', path, body)).toEqual([404, 'NOT_FOUND']);
    }
  });

  test('of another workspace cannot be withdrawn: 404', async () => {
    const other = await addOwnWorkspace(owner);
    await inviteSecret('kept@example.com');
    const { body } = await owner.browser.call<{ invitations: { id: string }[] }>('GET', at('/invitations'));
    const id = body.invitations[0]?.id ?? '';
    expect(await codeOf(owner, 'DELETE', `/workspaces/${other}/invitations/${id}`)).toEqual([
      404,
      'NOT_FOUND',
    ]);
    expect((await codeOf(owner, 'DELETE', at(`/invitations/${id}`)))[0]).toBe(204);
  });
});

test('the admin command hears every ending by name', async () => {
  const { db } = api;
  const person = await addPerson(api);
  const set = (email: string, id = workspaceId) => setMember(db, id, email, 'member');
  const remove = (email: string, id = workspaceId) => removeMember(db, id, email);
  expect(await set(person.email, 'ws_none')).toEqual({ kind: 'no_such_workspace' });
  expect(await set('nobody@example.com')).toEqual({ kind: 'no_such_user' });
  expect(await set(owner.email)).toEqual({ kind: 'is_owner' });
  expect(await remove(person.email)).toEqual({ kind: 'not_a_member' });
  expect(await set(person.email)).toEqual({ kind: 'set' });
  expect(await remove(person.email, 'ws_none')).toEqual({ kind: 'no_such_workspace' });
  expect(await remove('nobody@example.com')).toEqual({ kind: 'no_such_user' });
  expect(await remove(owner.email)).toEqual({ kind: 'is_owner' });
  expect(await remove(person.email)).toEqual({ kind: 'removed' });
});
