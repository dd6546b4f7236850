// Strangers who guess a person's password do not block a browser with which that person has signed in. Its cookie
// counts for one account and password, and grants no access.

import { createHmac, hkdfSync } from 'node:crypto';
import { addPerson, openBrowser, PASSWORD, type Browser, type TestPerson } from './console-browser';
import { makeMailWorld } from './mail-world';
import { PEPPER, startApi, type TestApi } from './start-api';
import { startMailServer, type MailServer } from './start-mail-server';
import type { ErrorAnswer } from './url-answer';

const COOKIE = 'kurz_browser';
const NEW_PASSWORD = 'another fine password';

let api: TestApi;
let mailServer: MailServer;
let now = Date.now();
beforeAll(async () => {
  mailServer = await startMailServer();
  const mail = { smtpUrl: mailServer.url, from: 'Kurz <kurz@krz.example>', appUrl: 'https://krz.example' };
  api = await startApi({ clock: { now: () => now }, settings: { mail, trustedProxies: 1 } });
});
const { askForReset } = makeMailWorld(() => api);
afterAll(async () => {
  await api.close();
  await mailServer.close();
});

let addresses = 0;
const newAddress = () => ({ 'x-forwarded-for': `198.51.${100 + (++addresses >> 8)}.${addresses & 255}` });

const signIn = (browser: Browser, email: string, password = PASSWORD) =>
  browser.call<ErrorAnswer>('POST', '/session', { body: { email, password }, headers: newAddress() });

/** A browser with this cookie and nothing else. */
const browserWith = (cookie: string | undefined) => openBrowser(api, new Map([[COOKIE, cookie ?? '']]));

/** Strangers use up all free attempts and the next turn, so that no new client gets in. */
async function guess(email: string): Promise<void> {
  for (let group = 1; group <= 7; group++) {
    await Promise.all(Array.from({ length: 8 }, () => signIn(openBrowser(api), email, 'not the password')));
  }
}

async function addGuessedPerson(): Promise<TestPerson> {
  const person = await addPerson(api);
  await guess(person.email);
  return person;
}

test('strangers from any number of addresses hold up new browsers for a bounded time, and never a known one', async () => {
  const { email, browser } = await addGuessedPerson();
  const stranger = await signIn(openBrowser(api), email);
  expect([stranger.status, stranger.body.code]).toEqual([429, 'RATE_LIMITED']);
  const seconds = Number(stranger.headers.get('retry-after'));
  expect(seconds).toBeGreaterThanOrEqual(1);
  expect(seconds).toBeLessThanOrEqual(300);
  await browser.call('DELETE', '/session');
  for (let times = 1; times <= 3; times++) {
    expect((await signIn(browser, email, 'not the password')).status).toBe(401);
    expect((await signIn(browser, email.toUpperCase())).status).toBe(200);
  }
});

test('a known browser has 10 tries of its own, parallel ones included; another known browser goes on', async () => {
  const { email, browser } = await addPerson(api);
  const other = openBrowser(api);
  await other.signIn(email);
  const tries = await Promise.all(
    Array.from({ length: 14 }, () => signIn(browser, email, 'not the password')),
  );
  const statuses = tries.map(({ status }) => status).sort();
  expect(statuses).toEqual([...Array<number>(10).fill(401), ...Array<number>(4).fill(429)]);
  expect((await signIn(browser, email)).status).toBe(429);
  expect((await signIn(other, email)).status).toBe(200);
});

test('the cookie is for sign-ins alone, no script reads it, and it stays when the session ends', async () => {
  const { browser, email } = await addPerson(api);
  const { setCookies } = await signIn(browser, email);
  const known = setCookies.find((cookie) => cookie.startsWith(COOKIE));
  expect(known?.replace(/=[^;]+/, '=')).toBe(
    `${COOKIE}=; Max-Age=31536000; Path=/x/session; HttpOnly; SameSite=Strict`,
  );
  expect(known).not.toContain('usr_');
  await browser.call('DELETE', '/session');
  expect([...browser.cookies.keys()]).toEqual([COOKIE]);
});

test('the cookie alone lets nobody in, whatever name it is sent under', async () => {
  const { browser } = await addPerson(api);
  const value = browser.cookies.get(COOKIE) ?? '';
  for (const name of [COOKIE, 'kurz_session', 'kurz_refresh']) {
    const thief = openBrowser(api, new Map([[name, value]]));
    expect((await thief.call('GET', '/me')).status).toBe(401);
    expect((await thief.call('POST', '/session/refresh')).status).toBe(401);
  }
});

describe('no known browser is one with', () => {
  let person: TestPerson;
  let cookie: string;
  beforeAll(async () => {
    person = await addGuessedPerson();
    cookie = person.browser.cookies.get(COOKIE) ?? '';
  });

  const forgedUnder = (secret: string, purpose: string) => {
    const [version, id, seconds] = cookie.split('.');
    const key = Buffer.from(hkdfSync('sha256', secret, 'kurz', purpose, 32));
    const claims = JSON.stringify([version, person.userId, id, Number(seconds), null]);
    return [version, id, seconds, createHmac('sha256', key).update(claims).digest('base64url')].join('.');
  };

  test.each<[string, () => string]>([
    ['an empty cookie', () => ''],
    ['another signature', () => `${cookie.slice(0, -43)}${'A'.repeat(43)}`],
    ['a later time', () => cookie.replace(/\.(\d{10})\./, (_, at) => `.${Number(at) + 1}.`)],
    ['another id', () => cookie.replace(/^1\.[\w-]{22}/, `1.${'A'.repeat(22)}`)],
    ['another version', () => cookie.replace(/^1/, '2')],
    ['a signature that knows no password', () => forgedUnder(PEPPER, 'known browser, version 1')],
    ['a signature of refresh tokens', () => forgedUnder(PEPPER, 'session refresh token, version 1')],
    ['many cookies before it', () => `${'x~'.repeat(100)}${cookie}`],
  ])('%s: 429', async (_, forged) => {
    expect((await signIn(browserWith(forged()), person.email)).status).toBe(429);
  });

  test('the cookie of another person: 429', async () => {
    const other = await addPerson(api);
    expect((await signIn(browserWith(other.browser.cookies.get(COOKIE)), person.email)).status).toBe(429);
  });

  test('while the real one gets in until it is a year old', async () => {
    expect((await signIn(browserWith(cookie), person.email)).status).toBe(200);
    now += 365 * 24 * 3_600_000;
    expect((await signIn(browserWith(cookie), person.email)).status).toBe(429);
  });
});

test('two people who share a browser are both known there', async () => {
  const [first, second] = [await addPerson(api), await addPerson(api)];
  const { browser } = first;
  await browser.signIn(second.email);
  await guess(first.email);
  await guess(second.email);
  for (const { email } of [first, second, first]) expect((await signIn(browser, email)).status).toBe(200);
});

test('a new password by mail ends what was known before, and makes the browser known that set it', async () => {
  const { email, browser } = await addGuessedPerson();
  await askForReset(email);
  const { secret } = await mailServer.mailTo(email);
  const own = openBrowser(api);
  const body = { secret, password: NEW_PASSWORD };
  expect((await own.call('POST', '/password-resets/confirm', { body })).status).toBe(204);
  expect([...own.cookies.keys()]).toEqual([COOKIE]);
  expect((await signIn(browser, email, NEW_PASSWORD)).status).toBe(429);
  expect((await signIn(own, email, NEW_PASSWORD)).status).toBe(200);
});

test('a new password in an open session is set while strangers guess, and the browser stays known', async () => {
  const { email, browser } = await addGuessedPerson();
  const body = { oldPassword: PASSWORD, newPassword: NEW_PASSWORD };
  expect((await browser.call('PUT', '/me/password', { body })).status).toBe(204);
  await browser.call('DELETE', '/session');
  expect((await signIn(browser, email, NEW_PASSWORD)).status).toBe(200);
});
