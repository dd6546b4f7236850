// People delete their accounts: nothing of them stays stored except their id, where they acted in other workspaces.

import { suspendWorkspace } from '@kurz/api';
import { systemClock } from '@kurz/process';
import { makeReauthenticate } from '../../services/api/src/console/reauthenticate';
import type { UserRequest } from '../../services/api/src/http/console-route';
import { untilLockWaits } from '../lock-waits';
import { until } from '../until';
import { addMember, addPerson, PASSWORD } from './console-browser';
import { addLinks, addTeam, remove, untilRemoved } from './deletion-world';
import { rowsWith, tableOf } from './postgres-rows';
import { startApi, type TestApi } from './start-api';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

describe('a person', () => {
  test('is deleted with sessions, tokens, memberships, mails and own workspaces', async () => {
    const person = await addPerson(api);
    const other = await addPerson(api);
    const shared = await addTeam(api, other);
    await addMember(api, shared, 'member', person);
    const own = await addTeam(api, person);
    await addLinks(person, own, 20);
    await addLinks(person, shared, 10);
    const token = await api.addUserToken(person.email, ['links:read']);
    await other.browser.call('POST', `/workspaces/${await addTeam(api, other)}/invitations`, {
      body: { email: person.email, role: 'viewer' },
    });
    const mail = {
      recipient: person.email,
      language: 'en',
      next_try_at: new Date(),
      expires_at: new Date(),
    } as const;
    await api.db
      .insertInto('mails')
      .values({ id: 'mail_1', kind: 'password-reset', ...mail })
      .execute();

    const wrong = await remove(person, '/me', { password: 'not the password' });
    expect([wrong.status, wrong.body]).toEqual([400, expect.objectContaining({ field: 'password' })]);
    const gone = await remove(person, '/me');
    // a known browser's cookie belongs to all who signed in with it, and names no person
    expect([gone.status, [...person.browser.cookies.keys()]]).toEqual([204, ['kurz_browser']]);
    expect((await api.fetchJson('GET', '/urls', { token })).status).toBe(401);
    const again = await person.browser.call('POST', '/session', {
      body: { email: person.email, password: PASSWORD },
    });
    expect(again.status).toBe(401);
    await untilRemoved(api, own);
    await untilRemoved(api, person.personalWorkspaceId);
    expect(await rowsWith(api.db, person.email)).toEqual([]);
    const left = await rowsWith(api.db, person.userId);
    expect(new Set(left.map(tableOf))).toEqual(new Set(['audit_events']));
    const { body } = await other.browser.call<{ events: { action: string; actor: object }[] }>(
      'GET',
      `/workspaces/${shared}/audit`,
    );
    const made = body.events.filter(({ action }) => action === 'link.created').map(({ actor }) => actor);
    expect(made).toHaveLength(10);
    for (const actor of made) {
      expect(actor).toMatchObject({ kind: 'user', userId: person.userId });
      expect(actor).not.toHaveProperty('email');
    }
  });

  test('who owns a workspace with other members is told which, and says that it is to go too', async () => {
    const person = await addPerson(api);
    const id = await addTeam(api, person);
    const member = await addMember(api, id, 'viewer');
    const refused = await remove(person, '/me');
    expect([refused.status, refused.body]).toEqual([
      409,
      { code: 'OWNS_SHARED_WORKSPACES', error: expect.stringContaining(id) as string },
    ]);
    expect((await person.browser.call('GET', '/me')).status).toBe(200);
    const body = { password: PASSWORD, deleteSharedWorkspaces: true };
    expect((await remove(person, '/me', body)).status).toBe(204);
    expect((await member.browser.call('GET', `/workspaces/${id}`)).status).toBe(404);
    await untilRemoved(api, id);
  });

  test('who is to become an owner takes the transfer back by going', async () => {
    const owner = await addPerson(api);
    const id = await addTeam(api, owner);
    const heir = await addMember(api, id, 'member');
    await owner.browser.call('POST', `/workspaces/${id}/transfer`, { body: { email: heir.email } });
    expect((await remove(heir, '/me')).status).toBe(204);
    const { body } = await owner.browser.call<{ transfer: unknown }>('GET', `/workspaces/${id}`);
    expect(body.transfer).toBeNull();
  });

  test('who owns a suspended workspace is not deleted by themselves', async () => {
    const person = await addPerson(api);
    const id = await addTeam(api, person);
    await suspendWorkspace(api.db, id, true);
    const refused = await remove(person, '/me');
    expect([refused.status, refused.body?.code]).toEqual([403, 'WORKSPACE_SUSPENDED']);
  });

  test('with an address that is not proven takes nothing along that waits for it', async () => {
    const owner = await addPerson(api);
    const id = await addTeam(api, owner);
    const person = await addPerson(api);
    await api.db
      .updateTable('users')
      .set({ email_verified_at: null })
      .where('id', '=', person.userId)
      .execute();
    const invitation = { email: person.email, role: 'viewer' };
    await owner.browser.call('POST', `/workspaces/${id}/invitations`, { body: invitation });
    expect((await remove(person, '/me')).status).toBe(204);
    expect((await rowsWith(api.db, person.email)).map(tableOf)).toEqual(['invitations']);
  });

  test('who was deleted while a request was under way is signed out', async () => {
    const person = await addPerson(api);
    const making = await api.db.transaction().execute(async (transaction) => {
      await transaction.deleteFrom('workspaces').where('owner_id', '=', person.userId).execute();
      await transaction.deleteFrom('users').where('id', '=', person.userId).execute();
      const answer = person.browser.call<{ code: string }>('POST', '/workspaces', { body: { name: 'late' } });
      await untilLockWaits(api.db);
      return { answer };
    });
    const { status, body } = await making.answer;
    expect([status, body.code]).toEqual([401, 'SIGNED_OUT']);
  });

  test('what proves a person who is deleted meanwhile is answered 401', async () => {
    const person = await addPerson(api);
    const reauthenticate = makeReauthenticate(
      {
        db: api.db,
        clock: systemClock,
        loginAttempts: {
          consume: () =>
            Promise.resolve({
              kind: 'consumed',
              refund: () => Promise.resolve(),
              cancel: () => Promise.resolve(),
            }),
        },
      },
      {},
    );
    const user = { id: person.userId, email: person.email };
    expect((await remove(person, '/me')).status).toBe(204);
    const late = { user, sessionId: 'ses_1', hasPassword: true, body: { password: PASSWORD } };
    expect(await reauthenticate(late as UserRequest)).toMatchObject({ kind: 'refused', code: 'SIGNED_OUT' });
  });

  test('two deletions at once and a workspace made meanwhile leave nothing', async () => {
    const person = await addPerson(api);
    const answers = await Promise.all([
      remove(person, '/me'),
      person.browser.call('POST', '/workspaces', { body: { name: 'late' } }),
      remove(person, '/me'),
    ]);
    for (const { status } of answers) expect([201, 204, 401]).toContain(status);
    await until(
      async () => {
        const left = await rowsWith(api.db, person.userId, person.email);
        return left.every((row) => tableOf(row) === 'audit_events');
      },
      { what: 'everything is gone' },
    );
  });
});
