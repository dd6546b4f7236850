// A passkey beside a password: the second step of a sign-in, and re-authentication.

import { makeSignInLink } from '@kurz/api';
import {
  addOwnWorkspace,
  addPerson,
  openBrowser,
  originOf,
  PASSWORD,
  type Browser,
  type TestPerson,
} from './console-browser';
import {
  addHolder,
  addTo,
  at,
  reauthenticationBy,
  startApiWithPasskeys,
  type Asked,
  type Holder,
} from './passkey-person';
import { makeAuthenticator, type Wrong } from './software-authenticator';
import type { TestApi } from './start-api';
import type { ErrorAnswer } from './url-answer';

type FieldError = ErrorAnswer & { field?: string };

let api: TestApi;
let now = Date.now();
beforeAll(async () => {
  api = await startApiWithPasskeys({ clock: { now: () => now } });
});
afterAll(() => api.close());

const F = '/me/second-factor/passkeys';
const newAuthenticator = () => makeAuthenticator(originOf(api));
const addOne = async () => addHolder(api, await addPerson(api));

/** A person without a password, as the owner of a first start is. */
async function addWithoutPassword(): Promise<TestPerson> {
  const person = await addPerson(api);
  await api.db.updateTable('users').set({ password_hash: null }).where('id', '=', person.userId).execute();
  return person;
}

describe('a sign-in by password', () => {
  async function firstStep({ person }: Pick<Holder, 'person'>): Promise<Browser> {
    const browser = openBrowser(api);
    const asked = await at(browser, 'POST', '/session', { email: person.email, password: PASSWORD });
    expect([asked.status, asked.body]).toEqual([202, { secondFactor: 'passkey', expiresIn: 600 }]);
    return browser;
  }
  const S = '/session/second-factor/passkey';
  const ask = async (browser: Browser) => (await at<Asked>(browser, 'POST', `${S}/options`)).body.options;

  test('asks for the passkey of this person, which need not ask for PIN or finger again', async () => {
    const own = await addOne();
    const browser = await firstStep(own);
    const question = await ask(browser);
    expect(question).toMatchObject({
      userVerification: 'preferred',
      allowCredentials: [{ id: own.authenticator.credentialId, transports: ['internal', 'hybrid'] }],
    });
    const credential = own.authenticator.get(question, { isVerified: false, userHandle: null });
    const done = await at(browser, 'POST', S, { credential });
    expect([done.status, done.body]).toMatchObject([200, { user: { id: own.person.userId } }]);
    expect((await browser.call('GET', '/me')).status).toBe(200);
  });

  test('takes a recovery code in its place, once', async () => {
    const own = await addOne();
    for (const status of [200, 400]) {
      const code = own.recoveryCodes[0];
      expect((await at(await firstStep(own), 'POST', '/session/second-factor', { code })).status).toBe(
        status,
      );
    }
  });

  test('asks for it after a sign-in link as well', async () => {
    const own = await addOne();
    const link = await makeSignInLink(api.db, { userId: own.person.userId, now: new Date(now) });
    if (link.kind !== 'made') throw new Error(link.kind);
    const secret = link.path.replace('/app/sign-in#token=', '');
    const browser = openBrowser(api);
    expect((await at(browser, 'POST', '/session/link', { secret })).status).toBe(202);
    const credential = own.authenticator.get(await ask(browser));
    expect((await at(browser, 'POST', S, { credential })).status).toBe(200);
  });

  test('takes neither the passkey of another person nor the answer to a question of elsewhere', async () => {
    const [own, other] = [await addOne(), await addOne()];
    const browser = await firstStep(own);
    const foreign = other.authenticator.get(await ask(browser));
    expect((await at<ErrorAnswer>(browser, 'POST', S, { credential: foreign })).body.code).toBe(
      'PASSKEY_REFUSED',
    );
    const asked = await at<Asked>(browser, 'POST', '/session/passkey/options');
    const alone = own.authenticator.get(asked.body.options);
    expect((await at<ErrorAnswer>(browser, 'POST', S, { credential: alone })).body.code).toBe(
      'PASSKEY_EXPIRED',
    );
    const weak = own.authenticator.get(await ask(browser), { isVerified: false });
    expect((await at(browser, 'POST', '/session/passkey', { credential: weak })).status).toBe(400);
    now += 1_000;
    const elsewhere = await firstStep(own);
    const bound = own.authenticator.get(await ask(browser));
    expect((await at(elsewhere, 'POST', S, { credential: bound })).status).toBe(400);
  });

  test('without its first step there is no question and no answer', async () => {
    for (const [path, sent] of [
      [`${S}/options`, undefined],
      [S, { credential: {} }],
    ] as const) {
      const refused = await at<ErrorAnswer>(openBrowser(api), 'POST', path, sent);
      expect([refused.status, refused.body.code]).toEqual([401, 'SIGN_IN_EXPIRED']);
    }
  });

  test('counts wrong passkeys as wrong codes: ten for an account', async () => {
    const own = await addOne();
    const browser = await firstStep(own);
    const send = async (wrong: Wrong) =>
      (await at(browser, 'POST', S, { credential: own.authenticator.get(await ask(browser), wrong) })).status;
    for (let guess = 0; guess < 10; guess++) expect(await send({ isPresent: false })).toBe(400);
    expect(await send({})).toBe(429);
  });
});

describe('proving again who one is', () => {
  test('by a passkey in the place of the password, once, in the session that asked', async () => {
    const { person, authenticator } = await addOne();
    const reauthentication = await reauthenticationBy(person, authenticator);
    const codes = (sent: object) =>
      at<FieldError>(person.browser, 'POST', '/me/second-factor/recovery-codes', sent);
    expect((await codes(reauthentication)).status).toBe(201);
    expect((await codes(reauthentication)).body.code).toBe('PASSKEY_EXPIRED');
    expect(
      (await codes(await reauthenticationBy(person, authenticator, { isVerified: false }))).body.code,
    ).toBe('PASSKEY_REFUSED');
    expect((await codes({})).body.field).toBe('password');
  });

  test('what no authenticator made is refused beside the right password too', async () => {
    const { person } = await addOne();
    for (const [method, path, sent] of [
      ['PUT', '/me/password', { oldPassword: PASSWORD, newPassword: 'a stable of one staple' }],
      ['DELETE', '/me', { password: PASSWORD }],
    ] as const) {
      const refused = await at<ErrorAnswer>(person.browser, method, path, { ...sent, passkey: {} });
      expect([path, refused.status, refused.body.code]).toEqual([path, 400, 'PASSKEY_REFUSED']);
    }
  });

  test('who has passkeys and no password needs one of them to change how they sign in', async () => {
    const person = await addWithoutPassword();
    const authenticator = newAuthenticator();
    const first = await addTo(person, authenticator, { reauthentication: {} });
    expect(first.status).toBe(201);
    const passkeyId = first.body.id;
    for (const [method, path, sent] of [
      ['POST', `${F}/options`, {}],
      ['POST', '/me/second-factor/totp', {}],
      ['POST', '/me/second-factor/recovery-codes', {}],
      ['DELETE', `${F}/${passkeyId}`, {}],
      ['DELETE', '/me', {}],
      ['PUT', '/me/password', { newPassword: 'a stable of one staple' }],
    ] as const) {
      const refused = await at<FieldError>(person.browser, method, path, sent);
      expect([path, refused.status, refused.body.field]).toEqual([path, 400, 'passkey']);
    }
    const only = await at<ErrorAnswer>(
      person.browser,
      'DELETE',
      `${F}/${passkeyId}`,
      await reauthenticationBy(person, authenticator),
    );
    expect([only.status, only.body.code]).toEqual([409, 'PASSKEY_ONLY_WAY_IN']);
    const set = await at(person.browser, 'PUT', '/me/password', {
      newPassword: 'a stable of one staple',
      ...(await reauthenticationBy(person, authenticator)),
    });
    expect(set.status).toBe(204);
  });

  test('deletes the account of somebody with passkeys alone, and of somebody who has only sign-in links', async () => {
    const person = await addWithoutPassword();
    const authenticator = newAuthenticator();
    await addTo(person, authenticator, { reauthentication: {} });
    const gone = await at(person.browser, 'DELETE', '/me', await reauthenticationBy(person, authenticator));
    expect(gone.status).toBe(204);
    const other = await addWithoutPassword();
    const workspaceId = await addOwnWorkspace(other);
    expect((await at(other.browser, 'DELETE', `/workspaces/${workspaceId}`, {})).status).toBe(204);
    expect((await at(other.browser, 'DELETE', '/me', {})).status).toBe(204);
    expect((await other.browser.call('GET', '/me')).status).toBe(401);
  });
});
