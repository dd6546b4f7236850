// GET /urls/:slug/stats, contract §3.2, §4.6 and §7.

import { startApi, type TestApi } from './start-api';
import type { ErrorAnswer } from './url-answer';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
  await api.fetchJson('POST', '/urls', { body: { url: 'https://a.example/', slug: 'mine' } });
});
afterAll(() => api.close());

const read = (path: string, token: string | null = api.token, headers = {}) =>
  api.fetchJson<ErrorAnswer>('GET', path, { token, headers });

test.each([
  ['from=2026-02-30', 'from'],
  ['to=2026-13-01', 'to'],
  ['to=today', 'to'],
  ['from=2026-01-01T00:00:00Z', 'from'],
  ['from=2026-01-01%00', 'from'],
  ['from=2026-01-01&from=2026-01-02', 'from'],
  ['zoneDomain=a.example&zoneDomain=b.example', 'zoneDomain'],
  ['from=2026-02-02&to=2026-02-01', 'from'],
  ['from=2999-01-01', 'from'],
])('%s: 400 that names %s', async (query, field) => {
  const answered = await read(`/urls/mine/stats?${query}`);
  expect([answered.status, answered.body.code]).toEqual([400, 'VALIDATION_FAILED']);
  expect(answered.body.error).toContain(`"${field}"`);
});

test('the reason is told in German to who reads German', async () => {
  const answered = await read('/urls/mine/stats?from=2026-02-30', api.token, { 'accept-language': 'de' });
  expect(answered.body.error).toBe('„from“ muss ein Datum der Form JJJJ-MM-TT sein.');
});

test.each(['ab', 'a.b.c', 'stra%C3%9Fe', 's'.repeat(1025)])('the slug %s: 400 SLUG_INVALID', async (slug) => {
  const answered = await read(`/urls/${slug}/stats`);
  expect([answered.status, answered.body.code]).toEqual([400, 'SLUG_INVALID']);
});

test.each(['/urls/nobody/stats', '/urls/MINE/stats', '/urls/mine/stats?zoneDomain=other.example'])(
  '%s: 404',
  async (path) => {
    const answered = await read(path);
    expect([answered.status, answered.body.code]).toEqual([404, 'NOT_FOUND']);
  },
);

test("another workspace's link is as unknown as none", async () => {
  const { token } = await api.addWorkspace();
  const foreign = await read('/urls/mine/stats', token);
  expect(foreign.status).toBe(404);
  expect(foreign.body).toEqual((await read('/urls/nobody/stats', token)).body);
});

test('a deleted link has no stats from the moment of the answer', async () => {
  await api.fetchJson('POST', '/urls', { body: { url: 'https://a.example/', slug: 'gone' } });
  expect((await read('/urls/gone/stats')).status).toBe(200);
  await api.fetchJson('DELETE', '/urls/gone');
  expect((await read('/urls/gone/stats')).status).toBe(404);
});

test('a token without stats:read: 403 that names the scope', async () => {
  const token = await api.addToken(api.workspaceId, ['links:read', 'usage:read']);
  const answered = await read('/urls/mine/stats', token);
  expect([answered.status, answered.body.code]).toEqual([403, 'SCOPE_REQUIRED']);
  expect(answered.body.error).toContain('stats:read');
});

test('a token with no scope but stats:read is enough', async () => {
  const token = await api.addToken(api.workspaceId, ['stats:read']);
  expect((await read('/urls/mine/stats', token)).status).toBe(200);
});

test('no token: 401', async () => {
  expect((await read('/urls/mine/stats', null)).status).toBe(401);
});

test('another method: 405', async () => {
  const answered = await api.fetchJson('POST', '/urls/mine/stats', { body: {} });
  expect(answered.status).toBe(405);
  expect(answered.headers.get('allow')).toContain('GET');
});
