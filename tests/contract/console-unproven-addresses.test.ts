// An unverified e-mail address is no identity. Its account is never found by it, blocks no other account, and loses the
// address to the first verification.

import {
  beginTransfer,
  createUser,
  createWorkspace,
  findAccount,
  removeMember,
  setMember,
  setPassword,
  verifyEmailAsOperator,
} from '@kurz/api';
import {
  addMember,
  addOwnWorkspace,
  addPerson,
  openBrowser,
  PASSWORD,
  type Browser,
  type TestPerson,
} from './console-browser';
import { startApi, type TestApi } from './start-api';
import type { ErrorAnswer } from './url-answer';

let api: TestApi;
let attacker: TestPerson;
let team: string;
beforeAll(async () => {
  api = await startApi({ settings: { maxWorkspaces: 100 } });
  attacker = await addPerson(api);
  team = await addOwnWorkspace(attacker);
});
afterAll(() => api.close());

let people = 0;
const freshEmail = () => `ceo-${++people}@target.example`;

async function secretFor(inviter: TestPerson, workspaceId: string, email: string): Promise<string> {
  const path = `/workspaces/${workspaceId}/invitations`;
  const body = { email, role: 'member' };
  const { status, body: invited } = await inviter.browser.call<{ secret: string }>('POST', path, { body });
  expect(status).toBe(201);
  return invited.secret;
}

/** Signs up with an invitation's secret. The inviter can do that, because only the answer carries the secret. */
async function squat(
  email: string,
  { password = PASSWORD, inviter = attacker, workspaceId = team } = {},
): Promise<{ userId: string; browser: Browser }> {
  const secret = await secretFor(inviter, workspaceId, email);
  const browser = openBrowser(api);
  const signedUp = await browser.call<{ user: { id: string } }>('POST', '/invitations/sign-up', {
    body: { secret, password },
  });
  expect(signedUp.status).toBe(201);
  return { userId: signedUp.body.user.id, browser };
}

async function workspacesOf(userId: string): Promise<string[]> {
  const rows = await api.db
    .selectFrom('members')
    .innerJoin('workspaces', 'workspaces.id', 'members.workspace_id')
    .select('workspaces.id')
    .where('user_id', '=', userId)
    .where('is_personal', '=', false)
    .execute();
  return rows.map(({ id }) => id);
}

const now = () => new Date();

test('whoever signs up with a secret that the inviter saw is told, and shown, as unproven', async () => {
  const email = freshEmail();
  const { userId, browser } = await squat(email);
  const me = await browser.call('GET', '/me');
  expect(me.body).toEqual({
    user: { id: userId, email, isEmailProven: false },
    hasPassword: true,
    hasSecondFactor: false,
  });
  const { body } = await attacker.browser.call<{ members: { userId: string; isEmailProven: boolean }[] }>(
    'GET',
    `/workspaces/${team}/members`,
  );
  const states = body.members.map(({ userId: id, isEmailProven }) => [id, isEmailProven]);
  expect(states).toContainEqual([userId, false]);
  expect(states).toContainEqual([attacker.userId, true]);
  expect(await workspacesOf(userId)).toEqual([team]);
});

test('no look-up of the operator resolves to an unproven address', async () => {
  const email = freshEmail();
  const { userId } = await squat(email);
  const { workspaceId } = await api.addWorkspace();
  expect(await setMember(api.db, workspaceId, email, 'admin')).toEqual({ kind: 'no_such_user' });
  expect(await beginTransfer(api.db, team, email)).toEqual({ kind: 'unverified' });
  const workspace = { name: 'x', ownerEmail: email, plan: 'free', isYearly: false } as const;
  expect(await createWorkspace(api.db, workspace)).toEqual({ kind: 'no_such_user' });
  const password = { email, password: 'another fine password', now: now() };
  expect(await setPassword(api.db, password)).toEqual({ kind: 'no_such_user' });
  await expect(api.addUserToken(email, ['links:read'])).rejects.toThrow('no_such_user');
  // of sign-in links, exports, deletions and second factors: by the account's id alone
  expect(await findAccount(api.db, email)).toEqual({ kind: 'unverified', userIds: [userId] });
  expect(await findAccount(api.db, email, userId)).toEqual({ kind: 'account', userId });
  expect(await findAccount(api.db, attacker.email, userId)).toEqual({ kind: 'no_such_user' });
  expect(await workspacesOf(userId)).toEqual([team]);
});

test('a workspace is not handed to an unproven address in the web app either', async () => {
  const email = freshEmail();
  await squat(email);
  const offer = (to: string) =>
    attacker.browser.call<ErrorAnswer>('POST', `/workspaces/${team}/transfer`, { body: { email: to } });
  const answered = await offer(email.toUpperCase());
  expect([answered.status, answered.body.code]).toEqual([400, 'VALIDATION_FAILED']);
  expect(answered.body.error).toContain('not confirmed yet');
  const stranger = await offer(freshEmail());
  expect(stranger.body.error).toContain('must be the e-mail address of another member');
});

test('an unproven account joins no other workspace by an invitation of its address: 403 in both languages', async () => {
  const email = freshEmail();
  const { userId, browser } = await squat(email);
  const other = await addPerson(api);
  const elsewhere = await addOwnWorkspace(other);
  const secret = await secretFor(other, elsewhere, email);
  const read = await openBrowser(api).call('POST', '/invitations/read', { body: { secret } });
  expect(read.body).toMatchObject({ invitation: { hasAccount: false } });
  const refused = await browser.call<ErrorAnswer>('POST', '/invitations/accept', { body: { secret } });
  expect([refused.status, refused.body.code]).toEqual([403, 'EMAIL_UNPROVEN']);
  const german = await browser.call<ErrorAnswer>('POST', '/invitations/accept', {
    body: { secret },
    headers: { 'accept-language': 'de' },
  });
  expect(german.body.error).toContain('E-Mail-Adresse');
  expect(await workspacesOf(userId)).toEqual([team]);
});

test('a squatter does not stand in the way of the address’s owner, who signs up beside them with the next secret', async () => {
  const email = freshEmail();
  const squatter = await squat(email, { password: 'the squatter’s password' });
  const host = await addPerson(api);
  const elsewhere = await addOwnWorkspace(host);
  const owner = await squat(email.toUpperCase(), { inviter: host, workspaceId: elsewhere });
  expect(owner.userId).not.toBe(squatter.userId);
  const browser = openBrowser(api);
  await browser.signIn(email);
  expect((await browser.call<{ user: { id: string } }>('GET', '/me')).body.user.id).toBe(owner.userId);
  expect(await workspacesOf(owner.userId)).toEqual([elsewhere]);
});

test('the operator’s proof takes the address from every other account, with their sessions, tokens and memberships', async () => {
  const email = freshEmail();
  const squatter = await squat(email, { password: 'the squatter’s password' });
  const made = await squatter.browser.call<{ secret: string }>('POST', '/tokens', {
    body: { name: 'kept', personalScopes: [], grants: [{ workspaceId: team, scopes: ['links:read'] }] },
  });
  expect(made.status).toBe(201);
  const host = await addPerson(api);
  const elsewhere = await addOwnWorkspace(host);
  const owner = await squat(email, { inviter: host, workspaceId: elsewhere });

  const several = await verifyEmailAsOperator(api.db, { email, now: now() });
  expect(several).toEqual({ kind: 'several', userIds: [squatter.userId, owner.userId] });
  const verified = await verifyEmailAsOperator(api.db, { email, userId: owner.userId, now: now() });
  expect(verified).toEqual({ kind: 'verified', userId: owner.userId });

  expect((await squatter.browser.call('GET', '/me')).status).toBe(401);
  expect((await squatter.browser.call('POST', '/session/refresh')).status).toBe(401);
  const again = { email, password: 'the squatter’s password' };
  expect((await openBrowser(api).call('POST', '/session', { body: again })).status).toBe(401);
  expect(await workspacesOf(squatter.userId)).toEqual([]);
  const headers = { 'x-workspace-id': team };
  const read = await api.fetchJson('GET', '/urls', { token: made.body.secret, headers });
  expect(read.status).toBe(401);

  const me = await owner.browser.call('GET', '/me');
  expect(me.body).toEqual({
    user: { id: owner.userId, email, isEmailProven: true },
    hasPassword: true,
    hasSecondFactor: false,
  });
  expect(await setMember(api.db, (await api.addWorkspace()).workspaceId, email, 'viewer')).toEqual({
    kind: 'set',
  });
});

test('a person whom the operator makes gets the address, whoever squatted it', async () => {
  const email = freshEmail();
  const squatter = await squat(email, { password: 'the squatter’s password' });
  const created = await createUser(api.db, { email: email.toUpperCase(), password: PASSWORD });
  expect(created.kind).toBe('created');
  expect((await squatter.browser.call('GET', '/me')).status).toBe(401);
  await openBrowser(api).signIn(email);
  const workspace = (await api.addWorkspace()).workspaceId;
  expect(await setMember(api.db, workspace, email, 'viewer')).toEqual({ kind: 'set' });
  expect(await workspacesOf(squatter.userId)).toEqual([]);
});

test('what a squatter owns stays with the account that lost the address', async () => {
  const email = freshEmail();
  const squatter = await squat(email);
  const { body } = await squatter.browser.call<{ workspace: { id: string } }>('POST', '/workspaces', {
    body: { name: 'Owned' },
  });
  await createUser(api.db, { email });
  expect(await workspacesOf(squatter.userId)).toEqual([body.workspace.id]);
  const stored = await api.db
    .selectFrom('users')
    .select(['email', 'password_hash'])
    .where('id', '=', squatter.userId)
    .executeTakeFirstOrThrow();
  expect(stored).toEqual({ email: `${squatter.userId}@released.invalid`, password_hash: null });
});

test('at most five accounts claim an address, and none beside a proven one: 409 EMAIL_TAKEN', async () => {
  const email = freshEmail();
  const hosts = await Promise.all(Array.from({ length: 6 }, () => addPerson(api)));
  const secrets: string[] = [];
  for (const host of hosts) secrets.push(await secretFor(host, await addOwnWorkspace(host), email));
  // all at once, because parallel ones count as well
  const answers = await Promise.all(
    secrets.map((secret) =>
      openBrowser(api).call<ErrorAnswer>('POST', '/invitations/sign-up', {
        body: { secret, password: PASSWORD },
      }),
    ),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 201, 201, 409]);

  const verified = await addPerson(api);
  const secret = await secretFor(attacker, team, verified.email);
  const refused = await openBrowser(api).call<ErrorAnswer>('POST', '/invitations/sign-up', {
    body: { secret, password: PASSWORD },
  });
  expect([refused.status, refused.body.code]).toEqual([409, 'EMAIL_TAKEN']);
});

test('two proofs of one address at once prove it for one account', async () => {
  const email = freshEmail();
  const host = await addPerson(api);
  const claims = [
    await squat(email),
    await squat(email, { inviter: host, workspaceId: await addOwnWorkspace(host) }),
  ];
  const outcomes = await Promise.all(
    claims.map(({ userId }) => verifyEmailAsOperator(api.db, { email, userId, now: now() })),
  );
  expect(outcomes.map(({ kind }) => kind).sort()).toEqual(['no_such_user', 'verified']);
});

test('an unproven member can be removed by the address', async () => {
  const email = freshEmail();
  const { userId } = await squat(email);
  expect(await removeMember(api.db, team, email)).toEqual({ kind: 'removed' });
  expect(await workspacesOf(userId)).toEqual([]);
});

test('a member whose address is proven is invited no second time, and stays one', async () => {
  const member = await addMember(api, team, 'viewer');
  const body = { email: member.email, role: 'admin' };
  const refused = await attacker.browser.call<ErrorAnswer>('POST', `/workspaces/${team}/invitations`, {
    body,
  });
  expect([refused.status, refused.body.code]).toEqual([409, 'ALREADY_MEMBER']);
});
