// Requests of the web app that give somebody rights are held up at a lock between authorization and change. A loss of
// the requester's own rights meanwhile holds: nobody regains rights by a request in flight.

import type { Db } from '@kurz/database';
import { sql } from 'kysely';
import { stepAt, totpOf } from '../../services/api/src/second-factors/totp';
import { untilLockWaits } from '../lock-waits';
import { bytesOfBase32 } from './base32';
import {
  addMember,
  addOwnWorkspace,
  addPerson,
  originOf,
  PASSWORD,
  type TestPerson,
} from './console-browser';
import { addHolder, askToAdd, at, startApiWithPasskeys } from './passkey-person';
import { makeAuthenticator } from './software-authenticator';
import type { TestApi } from './start-api';

let api: TestApi;
let owner: TestPerson;
let workspaceId: string;
let admin: TestPerson;
beforeAll(async () => {
  api = await startApiWithPasskeys();
});
beforeEach(async () => {
  owner = await addPerson(api);
  workspaceId = await addOwnWorkspace(owner);
  admin = await addMember(api, workspaceId, 'admin');
});
afterAll(() => api.close());

/** Its answer's status; `change` commits while the request waits for the row, or after its answer. */
async function heldUp(
  row: (transaction: Db) => Promise<unknown>,
  request: () => Promise<{ status: number }>,
  change: (transaction: Db) => Promise<unknown>,
): Promise<number> {
  const answers: Promise<{ status: number }>[] = [];
  await api.db.transaction().execute(async (transaction) => {
    await row(transaction);
    const answer = request();
    answers.push(answer);
    await Promise.race([answer, untilLockWaits(api.db)]);
    await change(transaction);
  });
  const [answer] = await Promise.all(answers);
  return answer?.status ?? 0;
}

const holdWorkspace = (transaction: Db) =>
  sql`SELECT FROM workspaces WHERE id = ${workspaceId} FOR NO KEY UPDATE`.execute(transaction);
const holdPerson = (transaction: Db) =>
  sql`SELECT FROM users WHERE id = ${admin.userId} FOR NO KEY UPDATE`.execute(transaction);

const setRole = (role: 'viewer' | 'admin', person: () => TestPerson) => (transaction: Db) =>
  transaction
    .updateTable('members')
    .set({ role })
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', person().userId)
    .execute();
const removeAdmin = (transaction: Db) =>
  transaction
    .deleteFrom('members')
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', admin.userId)
    .execute();
const endSessions = (transaction: Db) =>
  transaction
    .updateTable('sessions')
    .set({ revoked_at: new Date() })
    .where('user_id', '=', admin.userId)
    .execute();

const path = (below: string) => `/workspaces/${workspaceId}${below}`;

test('an admin who is removed does not invite themself again', async () => {
  const body = { email: admin.email, role: 'admin' };
  const invite = () => admin.browser.call('POST', path('/invitations'), { body });
  expect(await heldUp(holdWorkspace, invite, removeAdmin)).toBe(403);
  const left = await owner.browser.call('GET', path('/invitations'));
  expect(left.body).toEqual({ invitations: [] });
});

test('an admin who became a viewer does not become an admin again', async () => {
  const promote = () =>
    admin.browser.call('PATCH', path(`/members/${admin.userId}`), { body: { role: 'admin' } });
  expect(
    await heldUp(
      holdWorkspace,
      promote,
      setRole('viewer', () => admin),
    ),
  ).toBe(403);
});

test('an admin who is removed removes nobody else, and one who leaves still does', async () => {
  const other = await addMember(api, workspaceId, 'member');
  const remove = (userId: string) => () => admin.browser.call('DELETE', path(`/members/${userId}`));
  expect(await heldUp(holdWorkspace, remove(other.userId), removeAdmin)).toBe(403);
  await addMember(api, workspaceId, 'admin', admin);
  const demote = setRole('viewer', () => admin);
  expect(await heldUp(holdWorkspace, remove(other.userId), demote)).toBe(403);
  expect(await heldUp(holdWorkspace, remove(admin.userId), demote)).toBe(204);
  const left = await owner.browser.call<{ members: { userId: string }[] }>('GET', path('/members'));
  expect(left.body.members.map(({ userId }) => userId)).toEqual([owner.userId, other.userId]);
});

test('one who was the owner begins no transfer back to themself', async () => {
  const begin = () => owner.browser.call('POST', path('/transfer'), { body: { email: owner.email } });
  const handOver = async (transaction: Db) => {
    const { userId } = admin;
    await setRole('admin', () => owner)(transaction);
    await transaction
      .updateTable('workspaces')
      .set({ owner_id: userId })
      .where('id', '=', workspaceId)
      .execute();
  };
  expect(await heldUp(holdWorkspace, begin, handOver)).toBe(403);
});

test('an admin whose sessions are ended makes no token of the workspace', async () => {
  const body = { name: 'late', scopes: ['links:read'] };
  const make = () => admin.browser.call('POST', path('/tokens'), { body });
  expect(await heldUp(holdWorkspace, make, endSessions)).toBe(403);
});

test('a person whose sessions are ended makes no token of their own', async () => {
  const body = { name: 'late', personalScopes: ['links:read'] };
  const make = () => admin.browser.call('POST', '/tokens', { body });
  expect(await heldUp(holdPerson, make, endSessions)).toBe(401);
});

test('a person whose sessions are ended adds no passkey', async () => {
  const credential = makeAuthenticator(originOf(api)).create(await askToAdd(admin));
  const add = () => at(admin.browser, 'POST', '/me/second-factor/passkeys', { name: 'Late', credential });
  expect(await heldUp(holdPerson, add, endSessions)).toBe(401);
  const passkeys = api.db.selectFrom('passkeys').select('id').where('user_id', '=', admin.userId);
  expect(await passkeys.execute()).toEqual([]);
});

describe('a person whose sessions are ended', () => {
  const F = '/me/second-factor';
  const reauthentication = { password: PASSWORD };

  async function begin(): Promise<{ code: string }> {
    const begun = await at<{ secret: string }>(admin.browser, 'POST', `${F}/totp`, reauthentication);
    return { code: totpOf(bytesOfBase32(begun.body.secret), stepAt(Date.now())) };
  }
  const addTotp = async () => at(admin.browser, 'POST', `${F}/totp/confirm`, await begin());
  const factors = async () => {
    const of = (table: 'totp_secrets' | 'passkeys' | 'recovery_codes') =>
      api.db.selectFrom(table).selectAll().where('user_id', '=', admin.userId).execute();
    return { totp: await of('totp_secrets'), keys: await of('passkeys'), codes: await of('recovery_codes') };
  };

  test('confirms no authenticator', async () => {
    const code = await begin();
    const confirm = () => at(admin.browser, 'POST', `${F}/totp/confirm`, code);
    expect(await heldUp(holdPerson, confirm, endSessions)).toBe(401);
    expect(await factors()).toMatchObject({ totp: [{ confirmed_at: null }], codes: [] });
  });

  test.each([
    ['removes no authenticator', 'DELETE', `${F}/totp`],
    ['gets no new recovery codes', 'POST', `${F}/recovery-codes`],
  ])('%s', async (_, method, below) => {
    expect((await addTotp()).status).toBe(200);
    const before = await factors();
    expect(
      await heldUp(holdPerson, () => at(admin.browser, method, below, reauthentication), endSessions),
    ).toBe(401);
    expect(await factors()).toEqual(before);
  });

  test('removes no passkey', async () => {
    const { id } = await addHolder(api, admin);
    const before = await factors();
    const remove = () => at(admin.browser, 'DELETE', `${F}/passkeys/${id}`, reauthentication);
    expect(await heldUp(holdPerson, remove, endSessions)).toBe(401);
    expect(await factors()).toEqual(before);
  });

  test('sets no first password', async () => {
    await api.db.updateTable('users').set({ password_hash: null }).where('id', '=', admin.userId).execute();
    const set = () => at(admin.browser, 'PUT', '/me/password', { newPassword: 'a password that comes late' });
    expect(await heldUp(holdPerson, set, endSessions)).toBe(401);
    const person = api.db.selectFrom('users').select('password_hash').where('id', '=', admin.userId);
    expect(await person.executeTakeFirst()).toEqual({ password_hash: null });
  });

  test('deletes neither a workspace nor their account', async () => {
    const own = await addOwnWorkspace(admin);
    const holdOwn = (transaction: Db) =>
      sql`SELECT FROM workspaces WHERE id = ${own} FOR NO KEY UPDATE`.execute(transaction);
    const remove = () => at(admin.browser, 'DELETE', `/workspaces/${own}`, reauthentication);
    expect(await heldUp(holdOwn, remove, endSessions)).toBe(403);
    const leaver = await addPerson(api);
    admin = leaver;
    const leave = () => at(leaver.browser, 'DELETE', '/me', reauthentication);
    expect(await heldUp(holdPerson, leave, endSessions)).toBe(401);
    const left = (table: 'users' | 'workspaces', id: string) =>
      api.db.selectFrom(table).select('id').where('id', '=', id).execute();
    expect(await left('users', leaver.userId)).toHaveLength(1);
    expect(await left('workspaces', own)).toHaveLength(1);
  });
});
