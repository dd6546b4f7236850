// A client decides when its body ends. Its rights are judged when the request is complete: a token, a session or a role
// that ends before that no longer counts.

import http, { type OutgoingHttpHeaders } from 'node:http';
import { beginTransfer, cancelTransfer, revokeToken } from '@kurz/api';
import { until } from '../until';
import { addMember, addOwnWorkspace, addPerson, originOf, type TestPerson } from './console-browser';
import { startApi, type TestApi } from './start-api';

let api: TestApi;
beforeAll(async () => {
  api = await startApi({ settings: { planChoice: 'people' } });
});
afterAll(() => api.close());

const LINK = { url: 'https://a.example/', slug: 'held-back' };

const isHeld = async () => {
  const [, bytes] = /^kurz_api_in_flight_bytes (\d+)/m.exec(await api.metrics.text()) ?? [];
  return Number(bytes) > 0;
};

/** Resolves when the request was admitted; what it resolves with sends the last byte of the body. */
async function hold(method: string, path: string, headers: OutgoingHttpHeaders, body: object) {
  const text = JSON.stringify(body);
  const request = http.request(originOf(api) + path, {
    method,
    headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text), ...headers },
  });
  const answered = new Promise<number>((resolve, reject) => {
    request.on('error', reject).on('response', (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0));
    });
  });
  request.write(text.slice(0, -1));
  await until(isHeld, { what: 'the request is admitted' });
  return () => {
    request.end(text.slice(-1));
    return answered;
  };
}

const holdOf = ({ browser }: TestPerson, method: string, path: string, body: object) => {
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const page = { cookie, origin: originOf(api), 'x-requested-with': 'kurz' };
  return hold(method, `/x${path}`, page, body);
};

const withToken = (token: string) => ({ authorization: `Bearer ${token}` });

async function addToken() {
  const token = await api.addToken(api.workspaceId);
  const { id } = await api.db
    .selectFrom('tokens')
    .select('id')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  return { token, id };
}

test('a token that is revoked meanwhile creates no link', async () => {
  const { token, id } = await addToken();
  const send = await hold('POST', '/v1/urls', withToken(token), LINK);
  expect(await revokeToken(api.db, id)).toEqual({ kind: 'revoked' });
  expect(await send()).toBe(401);
  expect((await api.fetchJson('GET', `/urls/${LINK.slug}`)).status).toBe(404);
});

test('a transfer that begins meanwhile refuses the write', async () => {
  const owner = await addPerson(api);
  const workspaceId = await addOwnWorkspace(owner);
  await owner.browser.call('PUT', `/workspaces/${workspaceId}/plan`, { body: { plan: 'pro' } });
  const heir = await addMember(api, workspaceId, 'member');
  const token = await api.addToken(workspaceId);
  const send = await hold('POST', '/v1/urls', withToken(token), LINK);
  expect(await beginTransfer(api.db, workspaceId, heir.email)).toEqual({ kind: 'begun' });
  expect(await send()).toBe(423);
  await cancelTransfer(api.db, workspaceId);
  expect(await (await hold('POST', '/v1/urls', withToken(token), LINK))()).toBe(201);
});

describe('in the web app', () => {
  let owner: TestPerson;
  let admin: TestPerson;
  let at: string;
  beforeEach(async () => {
    owner = await addPerson(api);
    const workspaceId = await addOwnWorkspace(owner);
    admin = await addMember(api, workspaceId, 'admin');
    at = `/workspaces/${workspaceId}`;
  });

  test('an admin who is removed meanwhile invites nobody', async () => {
    const body = { email: 'accomplice@example.com', role: 'admin' };
    const send = await holdOf(admin, 'POST', `${at}/invitations`, body);
    expect((await owner.browser.call('DELETE', `${at}/members/${admin.userId}`)).status).toBe(204);
    expect(await send()).toBe(404);
    const { body: left } = await owner.browser.call('GET', `${at}/invitations`);
    expect(left).toEqual({ invitations: [] });
  });

  test('an admin who loses the role meanwhile does not give it back to themself', async () => {
    const send = await holdOf(admin, 'PATCH', `${at}/members/${admin.userId}`, { role: 'admin' });
    const path = `${at}/members/${admin.userId}`;
    expect((await owner.browser.call('PATCH', path, { body: { role: 'viewer' } })).status).toBe(200);
    expect(await send()).toBe(403);
  });

  test('a session that is ended meanwhile makes no token', async () => {
    const body = { name: 'late', personalScopes: ['links:read'] };
    const send = await holdOf(admin, 'POST', '/tokens', body);
    await api.db
      .updateTable('sessions')
      .set({ revoked_at: new Date() })
      .where('user_id', '=', admin.userId)
      .execute();
    expect(await send()).toBe(401);
  });

  test('a request whose session goes on is answered', async () => {
    const send = await holdOf(admin, 'POST', `${at}/invitations`, { email: 'x@example.com', role: 'viewer' });
    expect(await send()).toBe(201);
  });
});
