// An action with an hourly limit that failed because PostgreSQL was away does not count: a person who retries as told
// is not refused when PostgreSQL is back.

import { sql } from 'kysely';
import { ATTEMPTS_PER_KNOWN } from '../../services/api/src/sessions/login-attempts';
import { stepAt, totpOf } from '../../services/api/src/second-factors/totp';
import { bytesOfBase32 } from './base32';
import { addPerson, openBrowser, PASSWORD, type Browser } from './console-browser';
import { elsewhere } from './passkey-person';
import { startApi, type TestApi } from './start-api';
import { startMailServer, type MailServer } from './start-mail-server';

let api: TestApi;
let mailServer: MailServer;
let now = Date.now();
beforeAll(async () => {
  mailServer = await startMailServer();
  const mail = { smtpUrl: mailServer.url, from: 'Kurz <kurz@krz.example>', appUrl: 'https://krz.example' };
  api = await startApi({ clock: { now: () => now }, settings: { mail, trustedProxies: 1 } });
  await sql`
    CREATE FUNCTION end_transaction() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'too late' USING ERRCODE = '57014'; END $$`.execute(api.db);
});
afterAll(async () => {
  await api.close();
  await mailServer.close();
});

type Send = () => Promise<{ status: number }>;

/** Sends `times` requests, over the limit, while PostgreSQL refuses writes to the table; then one more. */
async function statusesOf(table: string, times: number, send: Send): Promise<number[]> {
  await sql`
    CREATE TRIGGER end_transaction BEFORE INSERT OR UPDATE ON ${sql.table(table)}
    FOR EACH STATEMENT EXECUTE FUNCTION end_transaction()`.execute(api.db);
  const statuses: number[] = [];
  try {
    for (let time = 0; time < times; time++) statuses.push((await send()).status);
  } finally {
    await sql`DROP TRIGGER end_transaction ON ${sql.table(table)}`.execute(api.db);
  }
  return [...statuses, (await send()).status];
}

const failedThen = (times: number, status: number) => [...Array<number>(times).fill(503), status];

const post = (browser: Browser, path: string, body: object) =>
  browser.call<{ secret: string; workspace: { id: string } }>('POST', path, { body, headers: elsewhere() });

test('a mail with a link for a new password', async () => {
  const { email } = await addPerson(api);
  const ask = () => post(openBrowser(api), '/password-resets', { email });
  expect(await statusesOf('mails', 6, ask)).toEqual(failedThen(6, 202));
});

test('the mail of an invitation', async () => {
  const { browser } = await addPerson(api);
  const { body } = await post(browser, '/workspaces', { name: 'Team' });
  const path = `/workspaces/${body.workspace.id}/invitations`;
  const invite = () => post(browser, path, { email: 'invited@example.com', role: 'viewer' });
  expect(await statusesOf('invitations', 4, invite)).toEqual(failedThen(4, 201));
});

test('the old password, for a new one', async () => {
  const { browser } = await addPerson(api);
  const body = { oldPassword: PASSWORD, newPassword: 'a horse, a stable' };
  const change = () => browser.call('PUT', '/me/password', { body });
  expect(await statusesOf('users', 11, change)).toEqual(failedThen(11, 204));
});

test('a failure takes its own attempt off the count, and no wrong password before it', async () => {
  const { browser } = await addPerson(api);
  const change = (oldPassword: string) => () =>
    browser.call('PUT', '/me/password', { body: { oldPassword, newPassword: 'a horse, a stable' } });
  const guess = change('a guess of the password');
  const guessed: number[] = [];
  for (let time = 0; time < ATTEMPTS_PER_KNOWN - 1; time++) guessed.push((await guess()).status);
  expect(new Set(guessed)).toEqual(new Set([400]));
  const steps = [change(PASSWORD), guess];
  expect(await statusesOf('users', 1, async () => steps.shift()?.() ?? guess())).toEqual([503, 400]);
  expect((await guess()).status).toBe(429);
});

test('the code of a second factor, when it is added and when it signs in', async () => {
  const { browser, email } = await addPerson(api);
  const begun = await post(browser, '/me/second-factor/totp', { password: PASSWORD });
  const secret = bytesOfBase32(begun.body.secret);
  const codeNow = () => ({ code: totpOf(secret, stepAt(now)) });
  const confirm = () => post(browser, '/me/second-factor/totp/confirm', codeNow());
  expect(await statusesOf('totp_secrets', 11, confirm)).toEqual(failedThen(11, 200));
  now += 30_000;
  const elsewhereToo = openBrowser(api);
  await post(elsewhereToo, '/session', { email, password: PASSWORD });
  const verify = () => post(elsewhereToo, '/session/second-factor', codeNow());
  expect(await statusesOf('sessions', 11, verify)).toEqual(failedThen(11, 200));
});
