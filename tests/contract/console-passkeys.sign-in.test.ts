// Signing in with only a passkey: what is accepted, and every way in which it is refused.

import { suspendPerson } from '@kurz/api';
import { addPerson, openBrowser, originOf } from './console-browser';
import {
  addHolder,
  askToSignIn,
  at,
  elsewhere,
  signInBy,
  startApiWithPasskeys,
  type Holder,
} from './passkey-person';
import { makeAuthenticator, type Wrong } from './software-authenticator';
import { startApi, type TestApi } from './start-api';
import type { ErrorAnswer } from './url-answer';

let api: TestApi;
let now = Date.now();
beforeAll(async () => {
  api = await startApiWithPasskeys({ clock: { now: () => now } });
});
afterAll(() => api.close());

const addOne = async (kind?: Parameters<typeof makeAuthenticator>[1]): Promise<Holder> =>
  addHolder(api, await addPerson(api), kind);

test('opens a session without a password and without a second step', async () => {
  const { person, authenticator } = await addOne();
  const browser = openBrowser(api);
  const done = await signInBy(api, authenticator, { browser });
  expect([done.status, done.body]).toMatchObject([200, { user: { id: person.userId, email: person.email } }]);
  expect([...browser.cookies.keys()].sort()).toEqual(['kurz_browser', 'kurz_refresh', 'kurz_session']);
  expect((await browser.call('GET', '/me')).body).toMatchObject({ hasSecondFactor: true });
});

test('the passkeys that a person has say when they were last used', async () => {
  const { person, authenticator } = await addOne({ isSynced: true });
  const shown = () =>
    person.browser.call<{ passkeys: { lastUsedAt: string | null }[] }>('GET', '/me/second-factor');
  const before = (await shown()).body.passkeys;
  expect(before).toEqual([
    expect.objectContaining({ name: 'Phone', lastUsedAt: null, isSynced: true }) as unknown,
  ]);
  expect((await signInBy(api, authenticator)).status).toBe(200);
  expect((await shown()).body.passkeys[0]?.lastUsedAt).toBe(new Date(now).toISOString());
});

const WRONG: [string, Wrong][] = [
  ['of another site', { origin: 'https://evil.example' }],
  ['of another port of the site', { origin: 'http://localhost:1' }],
  ['of the site over https', { origin: 'https://localhost' }],
  ['for another relying party', { rpId: 'evil.example' }],
  ['for a domain below', { rpId: 'kurz.localhost' }],
  ['for another person', { userHandle: Buffer.from('usr_somebodyElse0000').toString('base64url') }],
  ['that names no person', { userHandle: null }],
  ['without PIN or finger', { isVerified: false }],
  ['without anybody present', { isPresent: false }],
  ['from within a frame of another site', { crossOrigin: true }],
  ['that is a registration', { type: 'webauthn.create' }],
  ['with a wrong signature', { signature: Buffer.alloc(70, 7) }],
  ['with a key that is not known', { credentialId: Buffer.alloc(32, 1).toString('base64url') }],
];
test.each(WRONG)('refuses an answer %s, and in the same words', async (_, wrong) => {
  const { authenticator } = await addOne();
  const browser = openBrowser(api);
  const refused = await signInBy<ErrorAnswer>(api, authenticator, { wrong, browser });
  expect([refused.status, refused.body]).toEqual([
    400,
    { code: 'PASSKEY_REFUSED', error: 'This passkey was not accepted.' },
  ]);
  expect([...browser.cookies.keys()]).toEqual(['kurz_passkey']);
  expect((await signInBy(api, authenticator)).status).toBe(200);
});

test.each(['not an object', {}, { id: 'a', rawId: 'b', type: 'public-key', response: {} }, null])(
  'refuses %j, which is no answer of an authenticator',
  async (credential) => {
    const refused = await at<ErrorAnswer>(openBrowser(api), 'POST', '/session/passkey', { credential });
    expect(refused.status).toBe(400);
  },
);

test('takes an answer once, also of five at once, and another not at all', async () => {
  const { authenticator } = await addOne({ isCounting: false });
  const browser = openBrowser(api);
  const credential = authenticator.get(await askToSignIn(browser));
  const cookies = [...browser.cookies];
  const answers = await Promise.all(
    Array.from({ length: 5 }, () =>
      at<ErrorAnswer>(openBrowser(api, new Map(cookies)), 'POST', '/session/passkey', { credential }),
    ),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400]);
  const replayed = await at<ErrorAnswer>(openBrowser(api, new Map(cookies)), 'POST', '/session/passkey', {
    credential,
  });
  expect([replayed.status, replayed.body.code]).toEqual([400, 'PASSKEY_EXPIRED']);
});

test('a wrong answer uses its challenge up', async () => {
  const { authenticator } = await addOne();
  const browser = openBrowser(api);
  const question = await askToSignIn(browser);
  const send = (wrong?: Wrong) =>
    at<ErrorAnswer>(browser, 'POST', '/session/passkey', { credential: authenticator.get(question, wrong) });
  expect((await send({ isVerified: false })).body.code).toBe('PASSKEY_REFUSED');
  expect((await send()).body.code).toBe('PASSKEY_EXPIRED');
});

test('has to be answered within five minutes, in the browser that asked', async () => {
  const { authenticator } = await addOne();
  const browser = openBrowser(api);
  const early = authenticator.get(await askToSignIn(browser));
  now += 5 * 60_000;
  const late = await at<ErrorAnswer>(browser, 'POST', '/session/passkey', { credential: early });
  expect([late.status, late.body.code]).toEqual([400, 'PASSKEY_EXPIRED']);
  const stolen = authenticator.get(await askToSignIn(browser));
  const other = openBrowser(api);
  await askToSignIn(other);
  for (const thief of [other, openBrowser(api)]) {
    const refused = await at<ErrorAnswer>(thief, 'POST', '/session/passkey', { credential: stolen });
    expect([refused.status, refused.body.code]).toEqual([400, 'PASSKEY_EXPIRED']);
  }
  expect((await at(browser, 'POST', '/session/passkey', { credential: stolen })).status).toBe(200);
});

test('two tabs of one browser may ask, and each can be answered', async () => {
  const { authenticator } = await addOne();
  const browser = openBrowser(api);
  const [first, second] = [await askToSignIn(browser), await askToSignIn(browser)];
  for (const question of [first, second].map((each) => authenticator.get(each))) {
    const cookies = new Map(browser.cookies);
    const done = await at(openBrowser(api, cookies), 'POST', '/session/passkey', { credential: question });
    expect(done.status).toBe(200);
  }
});

test('refuses a count that did not grow: a copy of the key may exist', async () => {
  const { authenticator } = await addOne();
  expect((await signInBy(api, authenticator, { wrong: { count: 7 } })).status).toBe(200);
  for (const count of [7, 6, 0]) {
    expect((await signInBy(api, authenticator, { wrong: { count } })).status).toBe(400);
  }
  expect((await signInBy(api, authenticator, { wrong: { count: 8 } })).status).toBe(200);
});

test('of two uses with one count at once, one counts', async () => {
  const { authenticator } = await addOne();
  const answers = await Promise.all(
    Array.from({ length: 4 }, () => signInBy(api, authenticator, { wrong: { count: 3 } })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400]);
});

test('a passkey whose authenticator does not count signs in again and again', async () => {
  const { authenticator } = await addOne({ isCounting: false });
  for (let use = 1; use <= 3; use++) expect((await signInBy(api, authenticator)).status).toBe(200);
});

test('a suspended person is refused as somebody unknown is', async () => {
  const { person, authenticator } = await addOne();
  await suspendPerson(api.db, { email: person.email, isSuspended: true, now: new Date(now) });
  const refused = await signInBy<ErrorAnswer>(api, authenticator);
  const unknown = await signInBy<ErrorAnswer>(api, makeAuthenticator(originOf(api)));
  expect([refused.status, refused.body]).toEqual([unknown.status, unknown.body]);
});

test('the question is the same for everybody and names nobody', async () => {
  const browser = openBrowser(api);
  const asked = await at<{ options: object }>(browser, 'POST', '/session/passkey/options', {
    email: 'a@b.example',
  });
  expect(asked.body.options).toEqual({
    challenge: expect.stringMatching(/^[\w-]{43}$/) as string,
    rpId: 'localhost',
    timeout: 300_000,
    userVerification: 'required',
    allowCredentials: [],
  });
});

test('one address has 30 wrong answers in 15 minutes', async () => {
  const { authenticator } = await addOne();
  const headers = elsewhere();
  const browser = openBrowser(api);
  const send = async (wrong: Wrong) => {
    const credential = authenticator.get(await askToSignIn(browser), wrong);
    return (await at(browser, 'POST', '/session/passkey', { credential }, headers)).status;
  };
  for (let guess = 0; guess < 30; guess++) expect(await send({ isVerified: false })).toBe(400);
  expect(await send({})).toBe(429);
});

describe('where passkeys are not possible', () => {
  test('at another address of the service, the page is told which one it is', async () => {
    const other = { baseUrl: api.baseUrl.replace('localhost', '127.0.0.1') };
    const refused = await openBrowser(other).call<ErrorAnswer>('POST', '/session/passkey/options');
    expect([refused.status, refused.body.code]).toEqual([409, 'PASSKEYS_ELSEWHERE']);
    expect(refused.body.error).toContain(originOf(api));
  });

  test.each([undefined, 'https://192.0.2.7', 'http://links.example.com'])(
    'with the address %s nothing is asked',
    async (appUrl) => {
      const other = await startApi({ settings: { appUrl, trustedProxies: 1 } });
      const refused = await openBrowser(other).call<ErrorAnswer>('POST', '/session/passkey/options');
      expect([refused.status, refused.body.code]).toEqual([409, 'PASSKEYS_NOT_SET_UP']);
      await other.close();
    },
  );
});
