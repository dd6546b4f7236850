// Invitations and the operator's suspensions, and how many mails invitations send.

import { suspendPerson, suspendWorkspace } from '@kurz/api';
import {
  MAILS_PER_ADDRESS,
  MAILS_PER_ADDRESS_AND_WORKSPACE,
} from '../../services/api/src/workspaces/members/invitation-mails';
import { addOwnWorkspace, addPerson, openBrowser, PASSWORD, type TestPerson } from './console-browser';
import { makeMailWorld } from './mail-world';
import { startApi, type TestApi } from './start-api';
import { startMailServer, type MailServer } from './start-mail-server';
import type { ErrorAnswer } from './url-answer';

let api: TestApi;
let mailServer: MailServer;
let owner: TestPerson;
beforeAll(async () => {
  mailServer = await startMailServer();
  const mail = { smtpUrl: mailServer.url, from: 'kurz@krz.example', appUrl: 'https://krz.example' };
  api = await startApi({ settings: { mail, trustedProxies: 1 } });
});
const { addUnverified, fromElsewhere, emptied } = makeMailWorld(() => api);
beforeEach(async () => {
  owner = await addPerson(api);
});
afterAll(async () => {
  await api.close();
  await mailServer.close();
});

const invite = (workspaceId: string, email: string) =>
  owner.browser.call<ErrorAnswer>('POST', `/workspaces/${workspaceId}/invitations`, {
    body: { email, role: 'member' },
  });

async function mailedSecret(workspaceId: string, email: string): Promise<string> {
  expect((await invite(workspaceId, email)).status).toBe(201);
  return (await mailServer.mailTo(email)).secret;
}

const signUp = async (secret: string) => {
  const { status, body } = await openBrowser(api).call<ErrorAnswer>('POST', '/invitations/sign-up', {
    body: { secret, password: PASSWORD },
    headers: fromElsewhere(),
  });
  return [status, body.code];
};

const usersOf = (email: string) =>
  api.db.selectFrom('users').select(['suspended_at']).where('email', '=', email).execute();

test('nobody joins a suspended workspace, with an account or by making one; the invitation is good afterwards', async () => {
  const id = await addOwnWorkspace(owner);
  const guest = await addPerson(api);
  const [secret, other] = [await mailedSecret(id, guest.email), await mailedSecret(id, 'new-1@example.com')];
  await suspendWorkspace(api.db, id, true);
  const accept = async () => {
    const body = { secret };
    const answered = await guest.browser.call<ErrorAnswer>('POST', '/invitations/accept', { body });
    return [answered.status, answered.body.code];
  };
  expect(await accept()).toEqual([403, 'WORKSPACE_SUSPENDED']);
  expect(await signUp(other)).toEqual([403, 'WORKSPACE_SUSPENDED']);
  expect(await usersOf('new-1@example.com')).toEqual([]);
  await suspendWorkspace(api.db, id, false);
  expect((await accept())[0]).toBe(200);
  expect((await signUp(other))[0]).toBe(201);
});

test('a suspended person gets no new account by a mail to their address, which was never proven', async () => {
  const email = 'suspended-1@example.com';
  await addUnverified(email);
  await suspendPerson(api.db, { email, isSuspended: true, now: new Date() });
  const secret = await mailedSecret(await addOwnWorkspace(owner), email);
  expect(await signUp(secret)).toEqual([409, 'EMAIL_TAKEN']);
  const users = await usersOf(email);
  expect(users).toHaveLength(1);
  expect(users[0]?.suspended_at).not.toBeNull();
  await suspendPerson(api.db, { email, isSuspended: false, now: new Date() });
  expect((await signUp(secret))[0]).toBe(201);
});

test('whoever signs up while their address is being suspended ends suspended or without an account', async () => {
  const id = await addOwnWorkspace(owner);
  for (let round = 0; round < 5; round++) {
    const email = `suspended-late-${round}@example.com`;
    await addUnverified(email);
    const secret = await mailedSecret(id, email);
    await Promise.all([signUp(secret), suspendPerson(api.db, { email, isSuspended: true, now: new Date() })]);
    expect((await usersOf(email)).filter((user) => user.suspended_at === null)).toEqual([]);
  }
});

test('one address gets so many mails of a workspace a day, withdrawn ones included, and so many of all', async () => {
  const email = 'flooded@example.com';
  const workspaces = [await addOwnWorkspace(owner)];
  const statusOf = async (workspaceId: string) => {
    const { status, body, headers } = await invite(workspaceId, email);
    if (status !== 201) {
      expect([status, body.code]).toEqual([429, 'RATE_LIMITED']);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(3_600);
    }
    return status;
  };
  let mailed = 0;
  for (; (await statusOf(String(workspaces[0]))) === 201; mailed++) {
    const path = `/workspaces/${workspaces[0]}/invitations`;
    const listed = await owner.browser.call<{ invitations: { id: string }[] }>('GET', path);
    await owner.browser.call('DELETE', `${path}/${listed.body.invitations[0]?.id}`);
  }
  expect(mailed).toBe(MAILS_PER_ADDRESS_AND_WORKSPACE);
  expect((await invite(String(workspaces[0]), 'another@example.com')).status).toBe(201);
  for (let more = 0; more < 4; more++) {
    const id = await addOwnWorkspace(owner);
    while ((await statusOf(id)) === 201) mailed++;
  }
  expect(mailed).toBe(MAILS_PER_ADDRESS);
  await emptied();
});
