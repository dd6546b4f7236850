// Signing in to the web app: who is not let in, with what answer, and how often one may try.

import { createUser } from '@kurz/api';
import { createPerson } from '../create-person';
import { addPerson, openBrowser, PASSWORD, type TestPerson } from './console-browser';
import { startApi, type TestApi } from './start-api';
import type { ErrorAnswer } from './url-answer';

let api: TestApi;
let person: TestPerson;
beforeAll(async () => {
  // each test has its own client address, so that tries are not counted together
  api = await startApi({ settings: { trustedProxies: 1 } });
  person = await addPerson(api);
});
afterAll(() => api.close());

let addresses = 0;
const newAddress = () => ({ 'x-forwarded-for': `198.51.100.${++addresses}` });

const signIn = (body: unknown, headers = newAddress()) =>
  openBrowser(api).call<ErrorAnswer>('POST', '/session', { body, headers });

const GERMAN = { 'accept-language': 'de' };

describe('a sign-in', () => {
  test.each([
    ['a wrong password', () => ({ email: person.email, password: `${PASSWORD}!` })],
    ['a password in another case', () => ({ email: person.email, password: PASSWORD.toUpperCase() })],
    ['an empty password', () => ({ email: person.email, password: '' })],
    ['an unknown e-mail', () => ({ email: 'nobody@example.com', password: PASSWORD })],
    ['something that is no e-mail', () => ({ email: "' OR 1=1 --", password: PASSWORD })],
    ['a very long password', () => ({ email: person.email, password: 'x'.repeat(10_000) })],
  ])('with %s: 401 SIGN_IN_FAILED, the same for all, and no cookie', async (_, body) => {
    const { status, body: answered, setCookies } = await signIn(body());
    expect([status, answered.code, setCookies]).toEqual([401, 'SIGN_IN_FAILED', []]);
    expect(answered.error).toBe('This e-mail address and this password do not belong together.');
  });

  test('of a person without a password: 401 SIGN_IN_FAILED', async () => {
    await createUser(api.db, { email: 'no-password@example.com' });
    for (const password of ['', PASSWORD]) {
      expect((await signIn({ email: 'no-password@example.com', password })).body.code).toBe('SIGN_IN_FAILED');
    }
  });

  test.each([
    ['no body', undefined, '"body"'],
    ['no e-mail', { password: PASSWORD }, '"email"'],
    ['a list as e-mail', { email: ['a@b.c'], password: PASSWORD }, '"email"'],
    ['no password', { email: 'a@b.c' }, '"password"'],
    ['a number as password', { email: 'a@b.c', password: 1 }, '"password"'],
    ['NUL in the e-mail', { email: 'a\u0000@b.c', password: PASSWORD }, '"email"'],
  ])('with %s: 400 VALIDATION_FAILED that names the field', async (_, body, field) => {
    const { status, body: answered } = await signIn(body);
    expect([status, answered.code]).toEqual([400, 'VALIDATION_FAILED']);
    expect(answered.error).toContain(field);
  });

  test('with a body of more than 16 KiB: 413', async () => {
    const body = { email: person.email, password: PASSWORD, more: 'x'.repeat(16 * 1024) };
    const { status, body: answered } = await signIn(body);
    expect([status, answered.error]).toEqual([413, 'The body must not exceed 16 KiB.']);
  });

  test('is refused in German to who prefers it', async () => {
    const body = { email: 'nobody@example.com', password: PASSWORD };
    const { body: answered } = await signIn(body, { ...newAddress(), ...GERMAN });
    expect(answered.error).toBe('E-Mail-Adresse und Passwort passen nicht zusammen.');
  });
});

describe('guessing', () => {
  test('one person’s password from one address: after 10 tries 429 until the time that is told, and the person gets in', async () => {
    const { email } = await addPerson(api);
    const wrong = { email, password: 'not the password' };
    const address = newAddress();
    const began = Date.now();
    // all at once, because parallel tries count as well
    const tries = await Promise.all(Array.from({ length: 14 }, () => signIn(wrong, address)));
    const statuses = tries.map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array<number>(10).fill(401), ...Array<number>(4).fill(429)]);
    const right = { email: email.toUpperCase(), password: PASSWORD };
    const guesser = await signIn(right, address);
    expect([guesser.status, guesser.body.code]).toEqual([429, 'RATE_LIMITED']);
    const seconds = Number(guesser.headers.get('retry-after'));
    // 15 minutes from the first try
    expect(seconds).toBeGreaterThanOrEqual(900 - Math.ceil((Date.now() - began) / 1_000));
    expect(seconds).toBeLessThanOrEqual(900);
    expect((await signIn(right)).status).toBe(200);
  });

  test('one person’s password from many addresses: after 50 tries one at a time, for all of them', async () => {
    const { email } = await addPerson(api);
    const wrong = { email, password: 'not the password' };
    const statuses: number[] = [];
    // at most one try per connection of the pool: a try that waits too long for one gets 503 and is not counted
    for (let group = 1; group <= 6; group++) {
      const tries = await Promise.all(Array.from({ length: 9 }, () => signIn(wrong)));
      statuses.push(...tries.map(({ status }) => status));
    }
    statuses.sort();
    expect(statuses).toEqual([...Array<number>(51).fill(401), ...Array<number>(3).fill(429)]);
    const refused = await signIn({ email, password: PASSWORD });
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(300);
  });

  test('a spelling that PostgreSQL takes for the same address is the same account', async () => {
    await createPerson(api.db, { email: 'victim@iii.example', password: PASSWORD });
    const address = newAddress();
    const spellings = [
      'victim@iii.example',
      'vİctim@iii.example',
      'victim@İii.example',
      'vİctim@iİi.example',
    ];
    const statuses: number[] = [];
    for (const email of [...spellings, ...spellings, ...spellings])
      statuses.push((await signIn({ email, password: 'not the password' }, address)).status);
    expect(statuses).toEqual([...Array<number>(10).fill(401), 429, 429]);
  });

  test('is not what a person does who signs in rightly again and again', async () => {
    const { email } = await addPerson(api);
    for (let times = 1; times <= 12; times++) {
      expect((await signIn({ email, password: PASSWORD })).status).toBe(200);
    }
  });

  test('everybody’s password from one address: after 100 tries 429, and other addresses go on', async () => {
    const address = newAddress();
    const tryAs = (index: number) => signIn({ email: `g${index}@b.c`, password: 'x' }, address);
    const statuses: number[] = [];
    // no more in parallel than are answered in parallel, on however busy a machine
    for (let tried = 0; tried < 99; tried += 9) {
      const tries = await Promise.all(Array.from({ length: 9 }, (_, index) => tryAs(tried + index)));
      statuses.push(...tries.map(({ status }) => status));
    }
    // the hundredth try and the first refused one, at once
    const last = await Promise.all([tryAs(99), tryAs(100)]);
    statuses.push(...last.map(({ status }) => status));
    expect(statuses.filter((status) => status === 429)).toHaveLength(1);
    expect((await signIn({ email: person.email, password: PASSWORD }, address)).status).toBe(429);
    expect((await signIn({ email: person.email, password: PASSWORD })).status).toBe(200);
  });

  test('one person’s password, however often, keeps nobody else at the same address from signing in', async () => {
    const { email } = await addPerson(api);
    const address = newAddress();
    const statuses: number[] = [];
    for (let group = 1; group <= 13; group++) {
      const tries = Array.from({ length: 9 }, () => signIn({ email, password: 'an old password' }, address));
      statuses.push(...(await Promise.all(tries)).map(({ status }) => status));
    }
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(107);
    expect((await signIn({ email: person.email, password: PASSWORD }, address)).status).toBe(200);
  });

  test('the old password in an open session: after 10 tries 429, from whatever address', async () => {
    const { browser } = await addPerson(api);
    const body = { oldPassword: 'not the password', newPassword: 'another fine password' };
    const statuses: number[] = [];
    for (let times = 1; times <= 11; times++) {
      const headers = newAddress();
      statuses.push((await browser.call('PUT', '/me/password', { body, headers })).status);
    }
    expect(statuses).toEqual([...Array<number>(10).fill(400), 429]);
  });
});

test('who sends the access token of an ended session counts as a stranger: after 600 a minute 429', async () => {
  const { browser } = await addPerson(api);
  const ended = openBrowser(api, new Map(browser.cookies));
  await browser.call('DELETE', '/session');
  const headers = newAddress();
  const statuses: number[] = [];
  for (let group = 1; group <= 13; group++) {
    const asked = Array.from({ length: 50 }, () => ended.call('GET', '/me', { headers }));
    statuses.push(...(await Promise.all(asked)).map(({ status }) => status));
  }
  expect(statuses.filter((status) => status === 401)).toHaveLength(600);
  expect(statuses.slice(-50)).toEqual(Array<number>(50).fill(429));
});

test.each([
  ['9 characters', 'x'.repeat(9), 'from 10 to 256 characters'],
  ['9 emoji', '😀'.repeat(9), 'from 10 to 256 characters'],
  ['257 characters', 'x'.repeat(257), 'from 10 to 256 characters'],
  ['the e-mail', () => person.email.toUpperCase(), 'must not be the e-mail address'],
])('%s are no new password: 400 that says why', async (_, password, reason) => {
  const newPassword = typeof password === 'string' ? password : password();
  const body = { oldPassword: PASSWORD, newPassword };
  const answered = await person.browser.call<ErrorAnswer>('PUT', '/me/password', { body });
  expect([answered.status, answered.body.code]).toEqual([400, 'VALIDATION_FAILED']);
  expect(answered.body.error).toContain(reason);
});

test.each(['', 'x', 'A'.repeat(43), 'A'.repeat(44), '%00', 'ä'])(
  'the refresh cookie %j renews nothing: 401, and the browser forgets it',
  async (token) => {
    const cookie = `kurz_refresh=${encodeURIComponent(token)}`;
    const answered = await openBrowser(api).call<ErrorAnswer>('POST', '/session/refresh', {
      headers: { cookie },
    });
    expect([answered.status, answered.body.code]).toEqual([401, 'SIGNED_OUT']);
    expect(answered.setCookies.filter((set) => set.includes('Max-Age=0'))).toHaveLength(2);
  },
);

test.each(['', 'x', 'A'.repeat(43), 'ä', '%00'])(
  'the mailed secret %j opens nothing: 404',
  async (secret) => {
    const links = [
      ['/me/email-proof/confirm', { secret }],
      ['/password-resets/confirm', { secret, password: PASSWORD }],
    ] as const;
    for (const [path, body] of links) {
      const answered = await person.browser.call<ErrorAnswer>('POST', path, { body });
      expect([answered.status, answered.body.code]).toEqual([404, 'NOT_FOUND']);
    }
  },
);

test('without a mail server a new password is refused in words: 409 MAIL_NOT_SET_UP', async () => {
  const body = { email: person.email };
  const refused = await person.browser.call<ErrorAnswer>('POST', '/password-resets', { body });
  expect([refused.status, refused.body.code]).toEqual([409, 'MAIL_NOT_SET_UP']);
});
