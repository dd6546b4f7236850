// Signing in to the web app: what the cookies are like, how a session is renewed, and how it ends.

import { sql } from 'kysely';
import { addPerson, openBrowser, originOf, PASSWORD } from './console-browser';
import { startApi, type TestApi } from './start-api';

let api: TestApi;
/** The API's clock; the tests move it. */
let now = Date.now();
beforeAll(async () => {
  api = await startApi({ clock: { now: () => now }, settings: { trustedProxies: 1 } });
});
afterAll(() => api.close());

const MINUTE = 60_000;

/** Moves the clock past the ten seconds after a token's replacement, for PostgreSQL as well. */
async function passGrace(): Promise<void> {
  now += 10_001;
  await sql`UPDATE sessions SET replaced_at = replaced_at - interval '10001 milliseconds'`.execute(api.db);
}

type Me = { user: { id: string; email: string } };

test('a person signs in with e-mail and password, whatever the case of the e-mail, and is known then', async () => {
  const { email, userId } = await addPerson(api);
  const browser = openBrowser(api);
  const body = { email: ` ${email.toUpperCase()} `, password: PASSWORD };
  const answered = await browser.call('POST', '/session', { body });
  const user = { id: userId, email, isEmailProven: true };
  expect([answered.status, answered.body]).toEqual([200, { user, expiresIn: 900 }]);
  expect((await browser.call<Me>('GET', '/me')).body).toEqual({
    user,
    hasPassword: true,
    hasSecondFactor: false,
  });
});

test('the access cookie is for /x, the others only for /x/session; no script reads them', async () => {
  const { email } = await addPerson(api);
  const { setCookies } = await openBrowser(api).call('POST', '/session', {
    body: { email, password: PASSWORD },
  });
  expect(setCookies.map((cookie) => cookie.replace(/=[^;]+/, '='))).toEqual([
    'kurz_session=; Max-Age=900; Path=/x; HttpOnly; SameSite=Lax',
    'kurz_refresh=; Max-Age=2592000; Path=/x/session; HttpOnly; SameSite=Strict',
    'kurz_browser=; Max-Age=31536000; Path=/x/session; HttpOnly; SameSite=Strict',
  ]);
});

test('behind a proxy that speaks https the cookies are Secure', async () => {
  const { email } = await addPerson(api);
  const origin = originOf(api).replace('http:', 'https:');
  const { status, setCookies } = await openBrowser(api).call('POST', '/session', {
    body: { email, password: PASSWORD },
    headers: { origin, 'x-forwarded-proto': 'https' },
  });
  expect([status, setCookies.length]).toEqual([200, 3]);
  expect(setCookies.filter((cookie) => !cookie.endsWith('; Secure'))).toEqual([]);
});

test('neither password nor refresh token is stored, and no address', async () => {
  const { browser, userId } = await addPerson(api);
  const rows = await api.db.selectFrom('sessions').selectAll().where('user_id', '=', userId).execute();
  expect(rows).toHaveLength(1);
  const stored = JSON.stringify(rows);
  const refresh = browser.cookies.get('kurz_refresh') ?? '';
  expect(refresh).toMatch(/^[\w-]{43}$/);
  const bytes = JSON.stringify(Buffer.from(refresh, 'base64url'));
  for (const secret of [refresh, bytes, '127.0.0.1', '::1']) expect(stored).not.toContain(secret);
});

test('an access token ends after 15 minutes; the session goes on with renewals, until 30 days after the sign-in', async () => {
  const { browser } = await addPerson(api);
  now += 16 * MINUTE;
  expect((await browser.call('GET', '/me')).status).toBe(401);
  const before = new Map(browser.cookies);
  const renewed = await browser.call('POST', '/session/refresh');
  expect([renewed.status, renewed.body]).toEqual([200, { expiresIn: 900 }]);
  expect(browser.cookies.get('kurz_refresh')).not.toBe(before.get('kurz_refresh'));
  expect((await browser.call('GET', '/me')).status).toBe(200);
  const DAY = 24 * 60 * MINUTE;
  const secondsLeft = ({ setCookies }: { setCookies: string[] }) =>
    Number(/kurz_refresh=.*Max-Age=(\d+)/.exec(setCookies.join('\n'))?.[1]);
  now += 29 * DAY - 16 * MINUTE;
  const last = await browser.call('POST', '/session/refresh');
  expect([last.status, secondsLeft(last)]).toEqual([200, 24 * 3_600]);
  now += DAY - 1_000;
  expect((await browser.call('POST', '/session/refresh')).status).toBe(200);
  now += 1_000;
  expect((await browser.call('GET', '/me')).status).toBe(401);
  const late = await browser.call<{ code: string }>('POST', '/session/refresh');
  expect([late.status, late.body.code]).toEqual([401, 'SIGNED_OUT']);
  expect([...browser.cookies.keys()]).toEqual(['kurz_browser']);
});

test('of two tabs that renew at once one is told to try again, and the session goes on for both', async () => {
  const { browser } = await addPerson(api);
  const other = openBrowser(api, new Map(browser.cookies));
  const answers = await Promise.all([
    browser.call<{ code?: string }>('POST', '/session/refresh'),
    other.call<{ code?: string }>('POST', '/session/refresh'),
  ]);
  const [winner, loser] = answers[0].status === 200 ? answers : [answers[1], answers[0]];
  expect([winner.status, winner.setCookies.length]).toEqual([200, 2]);
  expect([loser.status, loser.body.code, loser.setCookies]).toEqual([401, 'SESSION_REPLACED', []]);
  expect(loser.headers.get('retry-after')).toBe('1');
  // in reality both tabs share one jar: the one that got the new cookies
  const jar = answers[0].status === 200 ? browser : other;
  expect((await jar.call('GET', '/me')).status).toBe(200);
  expect((await jar.call('POST', '/session/refresh')).status).toBe(200);
});

test('a refresh token that is used a second time later ends the session for whoever holds it', async () => {
  const { browser } = await addPerson(api);
  const thief = openBrowser(api, new Map(browser.cookies));
  expect((await browser.call('POST', '/session/refresh')).status).toBe(200);
  await passGrace();
  const reused = await thief.call<{ code: string }>('POST', '/session/refresh');
  expect([reused.status, reused.body.code]).toEqual([401, 'SIGNED_OUT']);
  for (const path of ['/me', '/workspaces']) expect((await browser.call('GET', path)).status).toBe(401);
  expect((await browser.call('POST', '/session/refresh')).status).toBe(401);
});

test('another session of the same person goes on when one is ended by a reused token', async () => {
  const { browser, email } = await addPerson(api);
  const other = openBrowser(api);
  await other.signIn(email);
  const thief = openBrowser(api, new Map(browser.cookies));
  await browser.call('POST', '/session/refresh');
  await passGrace();
  await thief.call('POST', '/session/refresh');
  expect((await browser.call('GET', '/me')).status).toBe(401);
  expect((await other.call('GET', '/me')).status).toBe(200);
});

test('signing out ends this session at once, copies of its cookies included, and no other', async () => {
  const { browser, email } = await addPerson(api);
  const other = openBrowser(api);
  await other.signIn(email);
  const copy = openBrowser(api, new Map(browser.cookies));
  const answered = await browser.call('DELETE', '/session');
  expect([answered.status, ...browser.cookies.keys()]).toEqual([204, 'kurz_browser']);
  expect((await copy.call('GET', '/me')).status).toBe(401);
  expect((await copy.call('POST', '/session/refresh')).status).toBe(401);
  expect((await other.call('GET', '/me')).status).toBe(200);
  expect((await browser.call('DELETE', '/session')).status).toBe(204);
});

test('a session can be ended when its access token has expired', async () => {
  const { browser } = await addPerson(api);
  const copy = openBrowser(api, new Map(browser.cookies));
  now += 16 * MINUTE;
  expect((await browser.call('DELETE', '/session')).status).toBe(204);
  expect((await copy.call('POST', '/session/refresh')).status).toBe(401);
});

test('signing in again in the same browser ends the session that it had', async () => {
  const { browser, email } = await addPerson(api);
  const copy = openBrowser(api, new Map(browser.cookies));
  await browser.signIn(email);
  expect((await copy.call('GET', '/me')).status).toBe(401);
  expect((await browser.call('GET', '/me')).status).toBe(200);
});

test('signing out everywhere ends every session of the person and of nobody else', async () => {
  const [{ browser, email }, stranger] = [await addPerson(api), await addPerson(api)];
  const others = [openBrowser(api), openBrowser(api)];
  for (const other of others) await other.signIn(email);
  expect((await browser.call('DELETE', '/sessions')).status).toBe(204);
  for (const ended of [browser, ...others]) {
    expect((await ended.call('GET', '/me')).status).toBe(401);
    expect((await ended.call('POST', '/session/refresh')).status).toBe(401);
  }
  expect((await stranger.browser.call('GET', '/me')).status).toBe(200);
});

test('no renewal that runs at the same moment survives signing out everywhere', async () => {
  const { browser, email } = await addPerson(api);
  const others = await Promise.all(
    Array.from({ length: 6 }, async () => {
      const other = openBrowser(api);
      await other.signIn(email);
      return other;
    }),
  );
  const renewals = others.map((other) => other.call('POST', '/session/refresh'));
  expect((await browser.call('DELETE', '/sessions')).status).toBe(204);
  await Promise.all(renewals);
  const later = await Promise.all(others.map((other) => other.call('POST', '/session/refresh')));
  expect(later.map(({ status }) => status)).toEqual(others.map(() => 401));
});

test('a new password ends the other sessions, keeps this one, and is the only one to sign in with', async () => {
  const { browser, email } = await addPerson(api);
  const other = openBrowser(api);
  await other.signIn(email);
  const body = { oldPassword: PASSWORD, newPassword: 'another fine password' };
  expect((await browser.call('PUT', '/me/password', { body })).status).toBe(204);
  expect((await browser.call('GET', '/me')).status).toBe(200);
  expect((await other.call('GET', '/me')).status).toBe(401);
  expect((await other.call('POST', '/session/refresh')).status).toBe(401);
  const withOld = await other.call('POST', '/session', { body: { email, password: PASSWORD } });
  expect(withOld.status).toBe(401);
  await other.signIn(email, 'another fine password');
});
