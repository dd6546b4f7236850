// GET /urls/:slug, contract §4.5 and §7.

import { startApi, type TestApi } from './start-api';
import type { ErrorAnswer } from './url-answer';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
  await api.fetchJson('POST', '/urls', { body: { url: 'https://a.example/', slug: 'mine' } });
});
afterAll(() => api.close());

const read = (path: string, token = api.token) => api.fetchJson<ErrorAnswer>('GET', path, { token });

test.each(['ab', 'a.b.c', 'stra%C3%9Fe', 'a%00b', 's'.repeat(1025)])(
  'the slug %s: 400 SLUG_INVALID',
  async (slug) => {
    const { status, body } = await read(`/urls/${slug}`);
    expect([status, body.code]).toEqual([400, 'SLUG_INVALID']);
  },
);

test.each([
  '/urls/nobody',
  '/urls/MINE',
  '/urls/mine?zoneDomain=other.example',
  '/urls/mine?zoneDomain=%20a%20b',
])('%s: 404', async (path) => {
  const answered = await read(path);
  expect([answered.status, answered.body.code]).toEqual([404, 'NOT_FOUND']);
});

test("another workspace's link is as unknown as none, to every method", async () => {
  const { token } = await api.addWorkspace();
  for (const method of ['GET', 'PATCH', 'DELETE']) {
    const body = method === 'PATCH' ? { title: 'theirs' } : undefined;
    const foreign = await api.fetchJson<ErrorAnswer>(method, '/urls/mine', { token, body });
    const unknown = await api.fetchJson<ErrorAnswer>(method, '/urls/nobody', { token, body });
    expect(foreign.status).toBe(404);
    expect(foreign.body).toEqual(unknown.body);
  }
  expect((await read('/urls/mine')).status).toBe(200);
});

test('zoneDomain twice: 400 that names it', async () => {
  const answered = await read('/urls/mine?zoneDomain=a.example&zoneDomain=b.example');
  expect(answered.status).toBe(400);
  expect(answered.body.error).toContain('"zoneDomain"');
});
