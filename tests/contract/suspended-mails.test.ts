// Links mailed to a suspended person: neither a password reset nor a verification signs them in or lets them back in.

import { suspendPerson } from '@kurz/api';
import { openBrowser, PASSWORD } from './console-browser';
import { makeMailWorld, NEW_PASSWORD } from './mail-world';
import { startApi, type TestApi } from './start-api';
import { startMailServer, type MailServer } from './start-mail-server';

let api: TestApi;
let mailServer: MailServer;
beforeAll(async () => {
  mailServer = await startMailServer();
  const mail = { smtpUrl: mailServer.url, from: 'kurz@krz.example', appUrl: 'https://krz.example' };
  api = await startApi({ settings: { mail, trustedProxies: 1 } });
});
const { fromElsewhere, addUnverified, askForReset, reset } = makeMailWorld(() => api);
afterAll(async () => {
  await api.close();
  await mailServer.close();
});

const suspend = (email: string, isSuspended = true) =>
  suspendPerson(api.db, { email, isSuspended, now: new Date() });

const suspendedAt = async (userId: string) =>
  (await api.db.selectFrom('users').select('suspended_at').where('id', '=', userId).executeTakeFirstOrThrow())
    .suspended_at;

const trySignIn = (email: string, password: string) =>
  openBrowser(api).call('POST', '/session', { body: { email, password }, headers: fromElsewhere() });

test.each([
  ['before', 'reset-1@example.com'],
  ['after', 'reset-2@example.com'],
])('a new password asked for %s the suspension is set, and waits for its end', async (when, email) => {
  const person = await addUnverified(email);
  if (when === 'after') await suspend(email);
  expect((await askForReset(email)).status).toBe(202);
  const { secret } = await mailServer.mailTo(email);
  if (when === 'before') await suspend(email);
  const before = await suspendedAt(person.userId);
  expect(before).not.toBeNull();
  const { status, setCookies } = await reset(secret);
  expect([status, setCookies.filter((cookie) => !cookie.includes('Max-Age=0'))]).toEqual([204, []]);
  expect(await suspendedAt(person.userId)).toEqual(before);
  for (const password of [NEW_PASSWORD, PASSWORD]) {
    expect((await trySignIn(email, password)).status).toBe(401);
  }
  await suspend(email, false);
  expect((await trySignIn(email, NEW_PASSWORD)).status).toBe(200);
});

test('a proof of the address is refused with 401, and good after the suspension', async () => {
  const person = await addUnverified('proof@example.com');
  await person.browser.call('POST', '/me/email-proof', { headers: fromElsewhere() });
  const { secret } = await mailServer.mailTo(person.email);
  await suspend(person.email);
  const verify = () => person.browser.call('POST', '/me/email-proof/confirm', { body: { secret } });
  const refused = await verify();
  expect([refused.status, refused.setCookies.filter((cookie) => !cookie.includes('Max-Age=0'))]).toEqual([
    401,
    [],
  ]);
  expect(await suspendedAt(person.userId)).not.toBeNull();
  await suspend(person.email, false);
  await person.browser.signIn(person.email);
  expect((await verify()).status).toBe(200);
});
