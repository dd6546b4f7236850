// A sign-in that PostgreSQL aborts does not use up what is valid for one sign-in: the recovery code, the
// authenticator's code or the link still works when it is sent again.

import { createUser, makeSignInLink } from '@kurz/api';
import { sql } from 'kysely';
import { stepAt, totpOf } from '../../services/api/src/second-factors/totp';
import { bytesOfBase32 } from './base32';
import { addPerson, openBrowser, PASSWORD, type Browser } from './console-browser';
import { elsewhere } from './passkey-person';
import { startApi, type TestApi } from './start-api';

let api: TestApi;
let now = Date.now();
beforeAll(async () => {
  api = await startApi({ clock: { now: () => now }, settings: { trustedProxies: 1 } });
  await sql`
    CREATE FUNCTION end_transaction() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'too late' USING ERRCODE = '57014'; END $$`.execute(api.db);
});
afterAll(() => api.close());

/** While `during` runs, PostgreSQL aborts each transaction that inserts into `sessions`, or each that updates it. */
async function withoutSessions<T>(change: 'INSERT' | 'UPDATE', during: () => Promise<T>): Promise<T> {
  await sql`
    CREATE TRIGGER end_transaction BEFORE ${sql.raw(change)} ON sessions
    FOR EACH STATEMENT EXECUTE FUNCTION end_transaction()`.execute(api.db);
  try {
    return await during();
  } finally {
    await sql`DROP TRIGGER end_transaction ON sessions`.execute(api.db);
  }
}

const call = <T>(browser: Browser, path: string, body?: object) =>
  browser.call<T>('POST', path, { body, headers: elsewhere() });

/** A browser that is asked for the second factor, with valid codes for it. */
async function askedForFactor(): Promise<{ browser: Browser; totp: string; recovery: string }> {
  const person = await addPerson(api);
  const body = { password: PASSWORD };
  const begun = await call<{ secret: string }>(person.browser, '/me/second-factor/totp', body);
  const secret = bytesOfBase32(begun.body.secret);
  const code = { code: totpOf(secret, stepAt(now)) };
  const { body: codes } = await call<{ recoveryCodes: string[] }>(
    person.browser,
    '/me/second-factor/totp/confirm',
    code,
  );
  now += 30_000;
  // the browser of another session, which ends with the sign-in
  const { browser } = await addPerson(api);
  await call(browser, '/session', { email: person.email, password: PASSWORD });
  return { browser, totp: totpOf(secret, stepAt(now)), recovery: codes.recoveryCodes[0] ?? '' };
}

describe.each(['INSERT', 'UPDATE'] as const)('while no %s of a session is taken', (change) => {
  test.each(['totp', 'recovery'] as const)('the code (%s) stays good', async (kind) => {
    const { browser, ...codes } = await askedForFactor();
    const verify = () => call(browser, '/session/second-factor', { code: codes[kind] });
    expect((await withoutSessions(change, verify)).status).toBe(503);
    expect((await verify()).status).toBe(200);
  });

  test('the sign-in link stays good', async () => {
    const created = await createUser(api.db, { email: `linked-${change}@example.com` });
    if (created.kind !== 'created') throw new Error(created.kind);
    const link = await makeSignInLink(api.db, { userId: created.userId, now: new Date(now) });
    if (link.kind !== 'made') throw new Error(link.kind);
    const { browser } = await addPerson(api);
    const secret = link.path.replace('/app/sign-in#token=', '');
    const exchange = () => call(browser, '/session/link', { secret });
    expect((await withoutSessions(change, exchange)).status).toBe(503);
    expect((await exchange()).status).toBe(200);
    expect((await exchange()).status).toBe(404);
  });
});

test('an account that is made by an invitation is answered as made, and signs in with its password', async () => {
  const owner = await addPerson(api);
  const { body: made } = await call<{ workspace: { id: string } }>(owner.browser, '/workspaces', {
    name: 'Team',
  });
  const email = 'invited@example.com';
  const path = `/workspaces/${made.workspace.id}/invitations`;
  const invited = await call<{ secret: string }>(owner.browser, path, { email, role: 'viewer' });
  const browser = openBrowser(api);
  const body = { secret: invited.body.secret, password: PASSWORD };
  const answer = await withoutSessions('INSERT', () => call(browser, '/invitations/sign-up', body));
  expect([answer.status, answer.setCookies]).toEqual([201, []]);
  expect((await call(browser, '/session', { email, password: PASSWORD })).status).toBe(200);
});
