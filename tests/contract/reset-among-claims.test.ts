// A password reset by mail when several accounts claim the address and none is verified: the mailbox's owner gets an
// account that no other person controls.

import { addMember, addOwnWorkspace, addPerson, openBrowser, type TestPerson } from './console-browser';
import { makeMailWorld, NEW_PASSWORD } from './mail-world';
import { startApi, type TestApi } from './start-api';
import { startMailServer, type MailServer } from './start-mail-server';

let api: TestApi;
let mailServer: MailServer;
beforeAll(async () => {
  mailServer = await startMailServer();
  const mail = { smtpUrl: mailServer.url, from: 'Kurz <kurz@krz.example>', appUrl: 'https://krz.example' };
  api = await startApi({ settings: { mail, trustedProxies: 1 } });
});
afterAll(async () => {
  await api.close();
  await mailServer.close();
});
const { addUnverified, askForReset, reset } = makeMailWorld(() => api);

async function resetByMail(email: string) {
  await askForReset(email);
  const { secret } = await mailServer.mailTo(email);
  expect((await reset(secret)).status).toBe(204);
  const browser = openBrowser(api);
  await browser.signIn(email, NEW_PASSWORD);
  const { body } = await browser.call<{ user: { id: string; isEmailProven: boolean } }>('GET', '/me');
  return { browser, user: body.user };
}

type Shown = { status: number };
const statusFor = async (person: Pick<TestPerson, 'browser'>, path: string) =>
  ((await person.browser.call('GET', path)) as Shown).status;

/** What a squatter prepares in a workspace of the account: an accomplice, an invitation, tokens, a transfer. */
async function prepare(squatter: TestPerson) {
  const workspaceId = await addOwnWorkspace(squatter);
  const at = `/workspaces/${workspaceId}`;
  const accomplice = await addMember(api, workspaceId, 'admin');
  const heir = await addMember(api, workspaceId, 'member');
  const { body: token } = await accomplice.browser.call<{ secret: string }>('POST', `${at}/tokens`, {
    body: { name: 'back door', scopes: ['links:read'] },
  });
  const own = await accomplice.browser.call<{ secret: string }>('POST', '/tokens', {
    body: { name: 'mine', personalScopes: [], grants: [{ workspaceId, scopes: ['links:read'] }] },
  });
  const invited = await squatter.browser.call<{ invitation: { id: string } }>('POST', `${at}/invitations`, {
    body: { email: 'friend@accomplice.example', role: 'admin' },
  });
  await squatter.browser.call('POST', `${at}/transfer`, { body: { email: heir.email } });
  return {
    workspaceId,
    at,
    accomplice,
    heir,
    token: token.secret,
    ownToken: own.body.secret,
    invitationId: invited.body.invitation.id,
  };
}

const actionsOf = async (workspaceId: string) => {
  const rows = await api.db
    .selectFrom('audit_events')
    .select('action')
    .where('workspace_id', '=', workspaceId)
    .execute();
  return rows.map(({ action }) => action);
};

test('the newest claim gets the address; the squatter’s account and what it prepared get nothing', async () => {
  const email = 'owner-1@target.example';
  const squatter = await addUnverified(email);
  const trap = await prepare(squatter);
  const owner = await addUnverified(email);
  const { user, browser } = await resetByMail(email);
  expect(user).toMatchObject({ id: owner.userId, isEmailProven: true });
  expect(await statusFor({ browser }, trap.at)).toBe(404);
  expect(await statusFor(squatter, '/me')).toBe(401);
});

test('where the squatter’s claim is the newest, nobody but the owner of the address stays in its workspaces', async () => {
  const email = 'owner-2@target.example';
  await addUnverified(email);
  const squatter = await addUnverified(email);
  const trap = await prepare(squatter);
  const { user, browser } = await resetByMail(email);
  expect(user).toMatchObject({ id: squatter.userId, isEmailProven: true });
  expect(await statusFor(squatter, '/me')).toBe(401);
  for (const person of [trap.accomplice, trap.heir]) expect(await statusFor(person, trap.at)).toBe(404);
  expect((await api.fetchJson('GET', '/urls', { token: trap.token })).status).toBe(401);
  const headers = { 'x-workspace-id': trap.workspaceId };
  expect((await api.fetchJson('GET', '/urls', { token: trap.ownToken, headers })).status).toBe(403);
  const members = await browser.call<{ members: { userId: string }[] }>('GET', `${trap.at}/members`);
  expect(members.body.members.map(({ userId }) => userId)).toEqual([squatter.userId]);
  const invitations = await browser.call<{ invitations: object[] }>('GET', `${trap.at}/invitations`);
  expect(invitations.body.invitations).toEqual([]);
  const renamed = await browser.call('PATCH', trap.at, { body: { name: 'Not in transfer' } });
  expect(renamed.status).toBe(200);
  expect(await actionsOf(trap.workspaceId)).toEqual(
    expect.arrayContaining([
      'workspace.transfer_cancelled',
      'invitation.withdrawn',
      'member.removed',
      'token.revoked',
    ]),
  );
});

test('an address that was proven keeps its members, invitations and tokens', async () => {
  const person = await addPerson(api);
  const kept = await prepare(person);
  await resetByMail(person.email);
  expect(await statusFor(kept.accomplice, kept.at)).toBe(200);
  expect(await actionsOf(kept.workspaceId)).not.toContain('member.removed');
});

test('the tokens of an account that loses its address end in the audit logs of their workspaces', async () => {
  const email = 'owner-3@target.example';
  const squatter = await addUnverified(email);
  const workspaceId = await addOwnWorkspace(squatter);
  await squatter.browser.call('POST', '/tokens', {
    body: { name: 'mine', personalScopes: [], grants: [{ workspaceId, scopes: ['links:read'] }] },
  });
  await addUnverified(email);
  await resetByMail(email);
  expect(await actionsOf(workspaceId)).toContain('token.revoked');
});
