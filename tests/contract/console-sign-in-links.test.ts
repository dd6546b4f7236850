// One-time sign-in links, printed by `npm start` or made by `kurz user sign-in-link`, exchanged over HTTP.

import { createUser, makeSignInLink, setPassword, suspendPerson } from '@kurz/api';
import { addPerson, openBrowser, PASSWORD, type Browser, type TestPerson } from './console-browser';
import { startApi, type TestApi } from './start-api';
import type { ErrorAnswer } from './url-answer';

const MINUTE = 60_000;

let api: TestApi;
let now = Date.now();
beforeAll(async () => {
  api = await startApi({ clock: { now: () => now }, settings: { trustedProxies: 1 } });
});
afterAll(() => api.close());

let people = 0;

async function addPasswordless(): Promise<{ userId: string; email: string }> {
  const email = `linked-${++people}@example.com`;
  const created = await createUser(api.db, { email });
  if (created.kind !== 'created') throw new Error(`the setup ended with ${created.kind}`);
  return { userId: created.userId, email };
}

async function linkFor(userId: string): Promise<string> {
  const link = await makeSignInLink(api.db, { userId, now: new Date(now) });
  if (link.kind !== 'made') throw new Error(`the setup ended with ${link.kind}`);
  return link.path.replace('/app/sign-in#token=', '');
}

let clients = 0;
const elsewhere = () => ({ 'x-forwarded-for': `198.51.100.${(clients++ % 250) + 1}` });

const exchange = (secret: unknown, browser: Browser = openBrowser(api), headers = elsewhere()) =>
  browser.call<ErrorAnswer & { user?: { id: string } }>('POST', '/session/link', {
    body: { secret },
    headers,
  });

const linksOf = (userId: string) =>
  api.db.selectFrom('sign_in_links').selectAll().where('user_id', '=', userId).execute();

const statusOfMe = async ({ browser }: Pick<TestPerson, 'browser'>) =>
  (await browser.call('GET', '/me')).status;

test('a link signs in the person it is for, without a password, and sets the cookies of a session', async () => {
  const { userId, email } = await addPasswordless();
  const browser = openBrowser(api);
  const answer = await exchange(await linkFor(userId), browser);
  expect([answer.status, answer.body]).toEqual([
    200,
    { user: { id: userId, email, isEmailProven: true }, expiresIn: 900 },
  ]);
  expect([...browser.cookies.keys()].sort()).toEqual(['kurz_refresh', 'kurz_session']);
  expect((await browser.call('GET', '/me')).body).toMatchObject({ hasPassword: false });
});

test('only a hash of the secret is stored, and the link is gone after its use', async () => {
  const { userId } = await addPasswordless();
  const secret = await linkFor(userId);
  const [stored] = await linksOf(userId);
  expect(stored?.secret_hash).toHaveLength(32);
  expect(stored?.secret_hash.toString('base64url')).not.toBe(secret);
  await exchange(secret);
  expect(await linksOf(userId)).toEqual([]);
});

test('a link works once: the second use is refused, and of ten at once one wins', async () => {
  const { userId } = await addPasswordless();
  const secret = await linkFor(userId);
  const answers = await Promise.all(Array.from({ length: 10 }, () => exchange(secret)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(9).fill(404)]);
  const replayed = await exchange(secret);
  expect([replayed.status, replayed.body.code, replayed.setCookies]).toEqual([404, 'NOT_FOUND', []]);
});

test('a link ends after 15 minutes', async () => {
  const { userId } = await addPasswordless();
  const [inTime, late] = [await linkFor(userId), await addPasswordless()];
  const lateSecret = await linkFor(late.userId);
  now += 15 * MINUTE - 1;
  expect((await exchange(inTime)).status).toBe(200);
  now += 1;
  expect((await exchange(lateSecret)).status).toBe(404);
});

test('a newer link takes the place of the one before', async () => {
  const { userId } = await addPasswordless();
  const [first, second] = [await linkFor(userId), await linkFor(userId)];
  expect((await exchange(first)).status).toBe(404);
  expect((await exchange(second)).status).toBe(200);
});

describe('an open link ends with', () => {
  const endings: Record<string, (person: TestPerson) => Promise<unknown>> = {
    'a new password of the operator': ({ email }) =>
      setPassword(api.db, { email, password: 'a horse, a stable', now: new Date(now) }),
    'a new password of the person': ({ browser }) =>
      browser.call('PUT', '/me/password', {
        body: { oldPassword: PASSWORD, newPassword: 'a horse, a stable' },
      }),
    'signing out everywhere': ({ browser }) => browser.call('DELETE', '/sessions'),
    'a suspension': ({ email }) => suspendPerson(api.db, { email, isSuspended: true, now: new Date(now) }),
  };
  test.each(Object.entries(endings))('%s', async (_, end) => {
    const person = await addPerson(api);
    const secret = await linkFor(person.userId);
    await end(person);
    expect((await exchange(secret)).status).toBe(404);
  });

  test('not with signing out of one session', async () => {
    const person = await addPerson(api);
    const secret = await linkFor(person.userId);
    await person.browser.call('DELETE', '/session');
    expect((await exchange(secret)).status).toBe(200);
  });
});

test('a suspended person gets no link', async () => {
  const { userId, email } = await addPasswordless();
  await suspendPerson(api.db, { email, isSuspended: true, now: new Date(now) });
  expect(await makeSignInLink(api.db, { userId, now: new Date(now) })).toEqual({ kind: 'suspended' });
});

test('the session that the browser had ends with the exchange', async () => {
  const before = await addPerson(api);
  const cookies = new Map(before.browser.cookies);
  const { userId } = await addPasswordless();
  await exchange(await linkFor(userId), before.browser);
  expect(await statusOfMe({ browser: openBrowser(api, cookies) })).toBe(401);
  expect((await before.browser.call('GET', '/me')).body).toMatchObject({ user: { id: userId } });
});

test('what cannot be a secret, and a request of another site, sign nobody in', async () => {
  const { userId } = await addPasswordless();
  const secret = await linkFor(userId);
  for (const wrong of ['', 'x', `${secret}x`, secret.slice(1), 'A'.repeat(43)]) {
    expect((await exchange(wrong)).status).toBe(404);
  }
  expect((await exchange(7)).body.code).toBe('VALIDATION_FAILED');
  const foreign = await exchange(secret, openBrowser(api), {
    ...elsewhere(),
    origin: 'https://evil.example',
  } as ReturnType<typeof elsewhere>);
  expect([foreign.status, foreign.body.code]).toEqual([403, 'CSRF_REJECTED']);
  expect((await exchange(secret)).status).toBe(200);
});

test('an address that guesses is refused after 30 in 15 minutes, and others are not', async () => {
  const { userId } = await addPasswordless();
  const secret = await linkFor(userId);
  const guesser = { 'x-forwarded-for': '203.0.113.9' };
  for (let guess = 0; guess < 30; guess++) {
    expect((await exchange('A'.repeat(43), openBrowser(api), guesser)).status).toBe(404);
  }
  const refused = await exchange(secret, openBrowser(api), guesser);
  expect([refused.status, refused.body.code]).toEqual([429, 'RATE_LIMITED']);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await exchange(secret)).status).toBe(200);
});

test('right exchanges do not use up the guesses of an address', async () => {
  const office = { 'x-forwarded-for': '203.0.113.10' };
  for (let person = 0; person < 32; person++) {
    const { userId } = await addPasswordless();
    expect((await exchange(await linkFor(userId), openBrowser(api), office)).status).toBe(200);
  }
});

describe('a first password', () => {
  test('is set without an old one, keeps this session, and then signs in', async () => {
    const { userId, email } = await addPasswordless();
    const browser = openBrowser(api);
    await exchange(await linkFor(userId), browser);
    const set = await browser.call('PUT', '/me/password', { body: { newPassword: PASSWORD } });
    expect(set.status).toBe(204);
    expect((await browser.call('GET', '/me')).body).toMatchObject({ hasPassword: true });
    await openBrowser(api).signIn(email);
  });

  test('is held to the rule for passwords', async () => {
    const { userId } = await addPasswordless();
    const browser = openBrowser(api);
    await exchange(await linkFor(userId), browser);
    const short = await browser.call<ErrorAnswer>('PUT', '/me/password', { body: { newPassword: 'short' } });
    expect([short.status, short.body.code]).toEqual([400, 'VALIDATION_FAILED']);
  });

  test('is a first one only: a person who has one needs the old one', async () => {
    const person = await addPerson(api);
    const refused = await person.browser.call<ErrorAnswer>('PUT', '/me/password', {
      body: { newPassword: 'a horse, a stable' },
    });
    expect([refused.status, refused.body]).toMatchObject([
      400,
      { code: 'VALIDATION_FAILED', field: 'oldPassword' },
    ]);
  });

  test('of two at once one is set', async () => {
    const { userId } = await addPasswordless();
    const browser = openBrowser(api);
    await exchange(await linkFor(userId), browser);
    const set = (newPassword: string) =>
      browser.call('PUT', '/me/password', { body: { newPassword } }).then(({ status }) => status);
    const statuses = await Promise.all([set('the first of two'), set('the second of two')]);
    expect(statuses.sort()).toEqual([204, 400]);
  });
});
