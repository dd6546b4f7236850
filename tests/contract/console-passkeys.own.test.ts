// The passkeys of a person: adding, naming and removing them.

import { removeSecondFactors } from '@kurz/api';
import {
  addMember,
  addOwnWorkspace,
  addPerson,
  openBrowser,
  originOf,
  PASSWORD,
  type Browser,
} from './console-browser';
import { addHolder, addTo, askToAdd, at, signInBy, startApiWithPasskeys } from './passkey-person';
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
const body = { password: PASSWORD };
const newAuthenticator = () => makeAuthenticator(originOf(api));
const addOne = async () => addHolder(api, await addPerson(api));

describe('adding a passkey', () => {
  test('asks for a discoverable key with PIN or finger, and names the person to the authenticator alone', async () => {
    const person = await addPerson(api);
    expect(await askToAdd(person)).toMatchObject({
      rp: { id: 'localhost', name: 'Kurz' },
      user: { id: Buffer.from(person.userId).toString('base64url'), name: person.email },
      attestation: 'none',
      timeout: 300_000,
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [],
    });
  });

  test('gives recovery codes with the first, ends the other sessions, and does neither with the second', async () => {
    const person = await addPerson(api);
    const other = openBrowser(api);
    await other.signIn(person.email);
    const first = await addTo(person, newAuthenticator(), { name: ' Phone ' });
    expect([first.status, first.body.recoveryCodes.length]).toEqual([201, 10]);
    expect((await other.call('GET', '/me')).status).toBe(401);
    expect((await person.browser.call('GET', '/me')).body).toMatchObject({ hasSecondFactor: true });
    now += 1_000;
    const authenticator = newAuthenticator();
    expect((await addTo(person, authenticator, { name: 'Laptop' })).body.recoveryCodes).toEqual([]);
    await signInBy(api, authenticator);
    expect((await person.browser.call('GET', '/me/second-factor')).body).toMatchObject({
      totp: null,
      passkeys: [{ name: 'Phone' }, { name: 'Laptop' }],
      recoveryCodesLeft: 10,
    });
  });

  const WRONG: [string, Wrong][] = [
    ['of another site', { origin: 'https://evil.example' }],
    ['for another relying party', { rpId: 'evil.example' }],
    ['without PIN or finger', { isVerified: false }],
    ['that is a sign-in', { type: 'webauthn.get' }],
    ['from within a frame of another site', { crossOrigin: true }],
    ['under another id', { credentialId: Buffer.alloc(32, 1).toString('base64url') }],
    ['with the statement of a vendor', { statement: { fmt: 'android-key', attStmt: new Map() } }],
    ['with a statement of no known kind', { statement: { fmt: 'own', attStmt: new Map() } }],
  ];
  test.each(WRONG)('refuses an answer %s', async (_, wrong) => {
    const person = await addPerson(api);
    const refused = await addTo(person, newAuthenticator(), { wrong });
    expect([refused.status, refused.body]).toMatchObject([400, { code: 'PASSKEY_REFUSED' }]);
  });

  test('takes an answer once, within five minutes, in the session that asked', async () => {
    const person = await addPerson(api);
    const other = openBrowser(api);
    await other.signIn(person.email);
    const send = (browser: Browser, credential: object) =>
      at<ErrorAnswer>(browser, 'POST', F, { name: 'Phone', credential });
    const late = newAuthenticator().create(await askToAdd(person));
    now += 5 * 60_000;
    expect((await send(person.browser, late)).body.code).toBe('PASSKEY_EXPIRED');
    const credential = newAuthenticator().create(await askToAdd(person));
    expect((await send(other, credential)).body.code).toBe('PASSKEY_EXPIRED');
    expect((await send(person.browser, credential)).status).toBe(201);
    expect((await send(person.browser, credential)).body.code).toBe('PASSKEY_EXPIRED');
  });

  test('refuses the same key a second time, also for another person, and more than 20', async () => {
    const { person, authenticator } = await addOne();
    const question = await askToAdd(person);
    expect(question).toMatchObject({ excludeCredentials: [{ id: authenticator.credentialId }] });
    for (const who of [person, await addPerson(api)]) {
      const again = await addTo(who, authenticator);
      expect([again.status, again.body]).toMatchObject([409, { code: 'PASSKEY_EXISTS' }]);
    }
    for (let number = 2; number <= 20; number++) await addTo(person, newAuthenticator());
    const refused = await at<ErrorAnswer>(person.browser, 'POST', `${F}/options`, body);
    expect([refused.status, refused.body.code]).toEqual([403, 'PASSKEY_LIMIT_REACHED']);
  });

  test.each(['', '   ', 'a'.repeat(61), 'a\u0000b', 'a\u0007b'])('refuses the name %j', async (name) => {
    const { person, id } = await addOne();
    const renamed = await at<FieldError>(person.browser, 'PATCH', `${F}/${id}`, { name });
    expect([renamed.status, renamed.body.field]).toEqual([400, 'name']);
  });
});

describe('a passkey', () => {
  test('is renamed by its person alone', async () => {
    const [own, other] = [await addOne(), await addOne()];
    expect((await at(own.person.browser, 'PATCH', `${F}/${own.id}`, { name: 'Ring' })).status).toBe(204);
    expect((await at(other.person.browser, 'PATCH', `${F}/${own.id}`, { name: 'Mine' })).status).toBe(404);
    expect((await at(other.person.browser, 'DELETE', `${F}/${own.id}`, body)).status).toBe(404);
    expect((await own.person.browser.call('GET', '/me/second-factor')).body).toMatchObject({
      passkeys: [{ id: own.id, name: 'Ring' }],
    });
  });

  test('signs nobody in once it is removed, and with the last the recovery codes go', async () => {
    const { person, authenticator, id } = await addOne();
    expect((await at(person.browser, 'DELETE', `${F}/${id}`, body)).status).toBe(204);
    expect((await signInBy(api, authenticator)).status).toBe(400);
    expect((await person.browser.call('GET', '/me/second-factor')).body).toEqual({
      totp: null,
      passkeys: [],
      recoveryCodesLeft: 0,
    });
    await openBrowser(api).signIn(person.email);
  });

  test('makes its person one whom a workspace with that rule lets in, and cannot be removed from under it', async () => {
    const owner = await addPerson(api);
    const workspaceId = await addOwnWorkspace(owner, 'Strict');
    const { id } = await addHolder(api, owner);
    const rule = { isRequired: true };
    expect((await at(owner.browser, 'PUT', `/workspaces/${workspaceId}/second-factor`, rule)).status).toBe(
      204,
    );
    const member = await addMember(api, workspaceId, 'viewer');
    expect((await member.browser.call('GET', `/workspaces/${workspaceId}`)).status).toBe(403);
    const held = await addHolder(api, member);
    expect((await member.browser.call('GET', `/workspaces/${workspaceId}`)).status).toBe(200);
    for (const [person, passkeyId] of [
      [owner, id],
      [member, held.id],
    ] as const) {
      const refused = await at<ErrorAnswer>(person.browser, 'DELETE', `${F}/${passkeyId}`, body);
      expect([refused.status, refused.body.code]).toEqual([409, 'SECOND_FACTOR_STAYS']);
      expect(refused.body.error).toContain('Strict');
    }
    await addTo(member, newAuthenticator());
    expect((await at(member.browser, 'DELETE', `${F}/${held.id}`, body)).status).toBe(204);
  });

  test('is removed by the operator with every other second factor', async () => {
    const { person, authenticator } = await addOne();
    const by = { kind: 'operator', command: 'user reset-second-factor' } as const;
    expect(await removeSecondFactors(api.db, person.userId, by)).toBe(true);
    expect((await signInBy(api, authenticator)).status).toBe(400);
    await openBrowser(api).signIn(person.email);
  });

  test('is in the export of its person without its key, and goes with the account', async () => {
    const { person, authenticator, id } = await addOne();
    const exported = await person.browser.call<string>('GET', '/me/export');
    const line = exported.body.split('\n').find((each) => each.includes('"kind":"passkey"')) ?? '{}';
    expect(Object.keys(JSON.parse(line) as object)).toEqual([
      'kind',
      'id',
      'name',
      'addedAt',
      'lastUsedAt',
      'isSynced',
    ]);
    expect((await at(person.browser, 'DELETE', '/me', body)).status).toBe(204);
    expect((await signInBy(api, authenticator)).status).toBe(400);
    expect(await api.db.selectFrom('passkeys').select('id').where('id', '=', id).execute()).toEqual([]);
  });
});
