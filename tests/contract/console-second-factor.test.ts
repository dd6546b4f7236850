// The second factor of a person: adding an authenticator, the second step of a sign-in, recovery codes, and a workspace
// that requires it.

import { makeSignInLink, removeSecondFactors } from '@kurz/api';
import { stepAt, totpOf } from '../../services/api/src/second-factors/totp';
import { bytesOfBase32 } from './base32';
import {
  addMember,
  addOwnWorkspace,
  addPerson,
  openBrowser,
  PASSWORD,
  type Browser,
  type TestPerson,
} from './console-browser';
import { startApi, type TestApi } from './start-api';
import type { ErrorAnswer } from './url-answer';

const STEP = 30_000;

let api: TestApi;
let now = Date.now();
beforeAll(async () => {
  api = await startApi({ clock: { now: () => now }, settings: { trustedProxies: 1 } });
});
afterAll(() => api.close());

type Protected = { person: TestPerson; secret: Buffer; recoveryCodes: string[] };
type Codes = { recoveryCodes: string[] };

/** Adds an authenticator. Advances the clock, so that the setup's code differs from that of the sign-in. */
async function protect(person: TestPerson): Promise<Protected> {
  const begun = await person.browser.call<{ secret: string }>('POST', '/me/second-factor/totp', {
    body: { password: PASSWORD },
  });
  expect(begun.status).toBe(201);
  const secret = bytesOfBase32(begun.body.secret);
  const confirmed = await person.browser.call<Codes>('POST', '/me/second-factor/totp/confirm', {
    body: { code: totpOf(secret, stepAt(now)) },
  });
  expect(confirmed.status).toBe(200);
  now += STEP;
  return { person, secret, recoveryCodes: confirmed.body.recoveryCodes };
}

const addProtected = async () => protect(await addPerson(api));

let clients = 0;
const elsewhere = () => ({ 'x-forwarded-for': `198.51.100.${(clients++ % 250) + 1}` });

/** A browser after the right password, before the second factor. */
async function firstStep({ person }: Protected): Promise<Browser> {
  const browser = openBrowser(api);
  const body = { email: person.email, password: PASSWORD };
  const asked = await browser.call('POST', '/session', { body, headers: elsewhere() });
  expect([asked.status, asked.body]).toEqual([202, { secondFactor: 'code', expiresIn: 600 }]);
  return browser;
}

const verify = (browser: Browser, code: unknown, headers = elsewhere()) =>
  browser.call<ErrorAnswer>('POST', '/session/second-factor', { body: { code }, headers });

const codeNow = ({ secret }: Protected, steps = 0) => totpOf(secret, stepAt(now) + steps);

describe('a sign-in with a second factor', () => {
  test('opens no session by the password alone, and one by the code', async () => {
    const own = await addProtected();
    const browser = await firstStep(own);
    expect([...browser.cookies.keys()]).toEqual(['kurz_second_factor']);
    expect((await browser.call('GET', '/me')).status).toBe(401);
    const done = await verify(browser, codeNow(own));
    expect([done.status, done.body]).toMatchObject([200, { user: { id: own.person.userId } }]);
    expect([...browser.cookies.keys()].sort()).toEqual(['kurz_browser', 'kurz_refresh', 'kurz_session']);
    expect((await browser.call('GET', '/me')).body).toMatchObject({ hasSecondFactor: true });
  });

  test('ends the session that the browser had when it opens one, and not before', async () => {
    const own = await addProtected();
    const { browser, email } = own.person;
    const before = openBrowser(api, new Map(browser.cookies));
    await browser.call('POST', '/session', { body: { email, password: PASSWORD }, headers: elsewhere() });
    expect((await before.call('GET', '/me')).status).toBe(200);
    expect((await verify(browser, codeNow(own))).status).toBe(200);
    expect((await before.call('GET', '/me')).status).toBe(401);
    expect((await browser.call('GET', '/me')).status).toBe(200);
  });

  test('asks for it after a sign-in link as well', async () => {
    const own = await addProtected();
    const link = await makeSignInLink(api.db, { userId: own.person.userId, now: new Date(now) });
    if (link.kind !== 'made') throw new Error(link.kind);
    const browser = openBrowser(api);
    const secret = link.path.replace('/app/sign-in#token=', '');
    const asked = await browser.call('POST', '/session/link', { body: { secret }, headers: elsewhere() });
    expect(asked.status).toBe(202);
    expect((await verify(browser, codeNow(own))).status).toBe(200);
  });

  test('takes the code before and the one after, and no code further away', async () => {
    const own = await addProtected();
    const browser = await firstStep(own);
    for (const steps of [-2, 2]) expect((await verify(browser, codeNow(own, steps))).status).toBe(400);
    expect((await verify(browser, codeNow(own, 1))).status).toBe(200);
  });

  test('refuses a code that was used, in every browser, and of five at once takes one', async () => {
    const own = await addProtected();
    const browsers = await Promise.all(Array.from({ length: 5 }, () => firstStep(own)));
    const code = codeNow(own);
    const answers = await Promise.all(browsers.map((browser) => verify(browser, code)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400]);
    const replayed = await verify(await firstStep(own), code);
    expect([replayed.status, replayed.body]).toMatchObject([
      400,
      { code: 'VALIDATION_FAILED', field: 'code' },
    ]);
  });

  test('has to be finished in ten minutes, with the ticket of the same person and password', async () => {
    const own = await addProtected();
    const late = await firstStep(own);
    now += 600_000;
    const expired = await verify(late, codeNow(own));
    expect([expired.status, expired.body.code]).toEqual([401, 'SIGN_IN_EXPIRED']);
    expect((await verify(openBrowser(api), codeNow(own))).status).toBe(401);
    const other = await addProtected();
    const forged = await firstStep(own);
    const ticket = forged.cookies.get('kurz_second_factor') ?? '';
    forged.cookies.set('kurz_second_factor', ticket.replace(own.person.userId, other.person.userId));
    expect((await verify(forged, codeNow(other))).status).toBe(401);
  });

  test('is refused after ten wrong codes for an account, from however many addresses, also with a right one', async () => {
    const own = await addProtected();
    const browser = await firstStep(own);
    for (let guess = 0; guess < 10; guess++) expect((await verify(browser, '000000')).status).toBe(400);
    const refused = await verify(browser, codeNow(own));
    expect([refused.status, refused.body.code]).toEqual([429, 'RATE_LIMITED']);
    // nor are others at an address kept from their second factor, however many guesses it makes at this one
    const here = elsewhere();
    for (let guess = 0; guess < 100; guess++)
      expect((await verify(browser, '000000', here)).status).toBe(429);
    const other = await addProtected();
    expect((await verify(await firstStep(other), codeNow(other), here)).status).toBe(200);
  });
});

describe('recovery codes', () => {
  test('are ten, stand in for the authenticator once each, however they are typed', async () => {
    const own = await addProtected();
    expect(new Set(own.recoveryCodes).size).toBe(10);
    const [first = '', second = ''] = own.recoveryCodes;
    expect((await verify(await firstStep(own), first)).status).toBe(200);
    expect((await verify(await firstStep(own), first)).status).toBe(400);
    const typed = ` ${second.toUpperCase().replaceAll('-', ' ')} `;
    const answers = await Promise.all(
      [await firstStep(own), await firstStep(own)].map((browser) => verify(browser, typed)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  test('are stored as hashes, and new ones end the old', async () => {
    const own = await addProtected();
    const rows = await api.db
      .selectFrom('recovery_codes')
      .select('code_hash')
      .where('user_id', '=', own.person.userId)
      .execute();
    expect(rows.map(({ code_hash: hash }) => hash.length)).toEqual(Array<number>(10).fill(32));
    const { browser } = own.person;
    const renewed = await browser.call<Codes>('POST', '/me/second-factor/recovery-codes', {
      body: { password: PASSWORD },
    });
    expect([renewed.status, renewed.body.recoveryCodes.length]).toEqual([201, 10]);
    expect((await verify(await firstStep(own), own.recoveryCodes[0])).status).toBe(400);
    expect((await verify(await firstStep(own), renewed.body.recoveryCodes[0])).status).toBe(200);
    expect((await browser.call('GET', '/me/second-factor')).body).toMatchObject({ recoveryCodesLeft: 9 });
  });
});

describe('setting up an authenticator', () => {
  test('asks nobody for a code before it is confirmed, and a wrong one adds nothing', async () => {
    const person = await addPerson(api);
    await person.browser.call('POST', '/me/second-factor/totp', { body: { password: PASSWORD } });
    const wrong = await person.browser.call('POST', '/me/second-factor/totp/confirm', {
      body: { code: '000000' },
    });
    expect(wrong.status).toBe(400);
    await openBrowser(api).signIn(person.email);
  });

  test.each([
    'POST /me/second-factor/totp',
    'DELETE /me/second-factor/totp',
    'POST /me/second-factor/recovery-codes',
  ])('%s needs the password again', async (endpoint) => {
    const { person } = await addProtected();
    const [method = '', path = ''] = endpoint.split(' ');
    for (const body of [{}, { password: 'wrong wrong wrong' }]) {
      const refused = await person.browser.call<ErrorAnswer>(method, path, { body });
      expect([refused.status, refused.body]).toMatchObject([400, { field: 'password' }]);
    }
  });

  test('ends the other sessions, which began without it, and keeps this one', async () => {
    const person = await addPerson(api);
    const other = openBrowser(api);
    await other.signIn(person.email);
    await protect(person);
    expect((await other.call('GET', '/me')).status).toBe(401);
    expect((await person.browser.call('GET', '/me')).status).toBe(200);
  });

  test('is refused while there is one; once it is removed, the password alone signs in', async () => {
    const { person } = await addProtected();
    const body = { password: PASSWORD };
    const again = await person.browser.call<ErrorAnswer>('POST', '/me/second-factor/totp', { body });
    expect([again.status, again.body.code]).toEqual([409, 'SECOND_FACTOR_EXISTS']);
    expect((await person.browser.call('DELETE', '/me/second-factor/totp', { body })).status).toBe(204);
    expect((await person.browser.call('DELETE', '/me/second-factor/totp', { body })).status).toBe(404);
    await openBrowser(api).signIn(person.email);
  });

  test('stores the secret sealed', async () => {
    const { person, secret } = await addProtected();
    const row = await api.db
      .selectFrom('totp_secrets')
      .select('sealed')
      .where('user_id', '=', person.userId)
      .executeTakeFirstOrThrow();
    expect(row.sealed.includes(secret)).toBe(false);
  });

  test('is undone by the operator, in the audit log', async () => {
    const { person } = await addProtected();
    const by = { kind: 'operator', command: 'user reset-second-factor' } as const;
    expect(await removeSecondFactors(api.db, person.userId, by)).toBe(true);
    await openBrowser(api).signIn(person.email);
    const event = await api.db
      .selectFrom('audit_events')
      .select(['action', 'command'])
      .where('subject_id', '=', person.userId)
      .orderBy('id', 'desc')
      .executeTakeFirst();
    expect(event).toEqual({ action: 'user.second_factor_removed', command: 'user reset-second-factor' });
  });
});

describe('a workspace that requires a second factor', () => {
  test('is closed to members without one until they add one; they see that it is', async () => {
    const owner = await addPerson(api);
    const id = await addOwnWorkspace(owner);
    const member = await addMember(api, id, 'admin');
    const rule = `/workspaces/${id}/second-factor`;
    const early = await owner.browser.call<ErrorAnswer>('PUT', rule, { body: { isRequired: true } });
    expect([early.status, early.body.code]).toEqual([403, 'SECOND_FACTOR_REQUIRED']);
    await protect(owner);
    const refused = await member.browser.call<ErrorAnswer>('PUT', rule, { body: { isRequired: true } });
    expect([refused.status, refused.body.code]).toEqual([403, 'ROLE_REQUIRED']);
    expect((await owner.browser.call('PUT', rule, { body: { isRequired: true } })).status).toBe(204);
    for (const path of [`/workspaces/${id}`, `/workspaces/${id}/members`, `/workspaces/${id}/urls`]) {
      const closed = await member.browser.call<ErrorAnswer>('GET', path);
      expect([path, closed.status, closed.body.code]).toEqual([path, 403, 'SECOND_FACTOR_REQUIRED']);
    }
    // nor do they get in by a token that they make
    const grants = [{ workspaceId: id, scopes: ['links:read', 'links:write'] }];
    const makeToken = () =>
      member.browser.call<ErrorAnswer>('POST', '/tokens', { body: { name: 'mine', grants } });
    const kept = await makeToken();
    expect([kept.status, kept.body.code]).toEqual([403, 'SECOND_FACTOR_REQUIRED']);
    const listed = await member.browser.call<{ workspaces: { id: string }[] }>('GET', '/workspaces');
    expect(listed.body.workspaces.find((one) => one.id === id)).toMatchObject({ requiresSecondFactor: true });
    await protect(member);
    expect((await member.browser.call('GET', `/workspaces/${id}`)).status).toBe(200);
    expect((await makeToken()).status).toBe(201);
    const stays = await member.browser.call<ErrorAnswer>('DELETE', '/me/second-factor/totp', {
      body: { password: PASSWORD },
    });
    expect([stays.status, stays.body.code]).toEqual([409, 'SECOND_FACTOR_STAYS']);
    expect((await owner.browser.call('PUT', rule, { body: { isRequired: false } })).status).toBe(204);
  });
});
