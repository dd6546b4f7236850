// DELETE /urls/:slug, contract §4.8: links that are not deleted.

import { startApi, type TestApi } from './start-api';
import type { ErrorAnswer } from './url-answer';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
  await api.fetchJson('POST', '/urls', { body: { url: 'https://a.example/', slug: 'keep' } });
});
afterAll(() => api.close());

const remove = (path: string, token = api.token, headers = {}) =>
  api.fetchJson<ErrorAnswer>('DELETE', path, { token, headers });

test('a link that the service restricted: 403 LINK_RESTRICTED, and it stays until the service lifts it', async () => {
  const restrict = (is_restricted: boolean) =>
    api.db.updateTable('links').set({ is_restricted }).where('slug', '=', 'banned').execute();
  await api.fetchJson('POST', '/urls', { body: { url: 'https://a.example/', slug: 'banned' } });
  await restrict(true);
  const answered = await remove('/urls/banned');
  expect([answered.status, answered.body.code]).toEqual([403, 'LINK_RESTRICTED']);
  // a request that is refused anyway does not have its entity tag checked
  expect((await remove('/urls/banned', api.token, { 'if-match': '"0-none"' })).status).toBe(403);
  expect((await api.fetchJson('GET', '/urls/banned')).status).toBe(200);
  expect(await api.db.selectFrom('erasures').selectAll().execute()).toEqual([]);
  await restrict(false);
  expect((await remove('/urls/banned')).status).toBe(200);
});

test('a malformed slug: 400; an unknown one, or one on another domain: 404', async () => {
  expect((await remove('/urls/a.b.c')).body.code).toBe('SLUG_INVALID');
  expect((await remove('/urls/nobody')).status).toBe(404);
  expect((await remove('/urls/keep?zoneDomain=nobody.example')).status).toBe(404);
});

test('a token that may only read: 403, and the link stays', async () => {
  const token = await api.addToken(api.workspaceId, ['links:read']);
  expect((await remove('/urls/keep', token)).body.code).toBe('SCOPE_REQUIRED');
  expect((await api.fetchJson('GET', '/urls/keep')).status).toBe(200);
});
