// Idempotency-Key on POST: a repeated request takes effect once and gets the same answer again.

import { makeEditLink } from '../../services/api/src/links/edit-link';
import { startApi, type TestApi } from './start-api';
import type { ListAnswer, UrlAnswer } from './url-answer';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const url = 'https://shop.example/';
const post = <T = UrlAnswer>(
  path: string,
  body: unknown,
  key: string,
  { token = api.token, headers = {} } = {},
) => api.fetchJson<T>('POST', path, { body, token, headers: { 'idempotency-key': key, ...headers } });
const totalOf = async (token: string) =>
  (await api.fetchJson<ListAnswer>('GET', '/urls', { token })).body.total;

test('a creation that is sent again gets its answer again, and there is one link', async () => {
  const { workspaceId, token } = await api.addWorkspace();
  const first = await post('/urls', { url, title: 'a' }, 'key-1', { token });
  const again = await post('/urls', { url, title: 'a' }, 'key-1', { token });
  expect(first.status).toBe(201);
  expect(first.headers.get('idempotent-replayed')).toBeNull();
  expect([again.status, again.body]).toEqual([first.status, first.body]);
  expect(again.headers.get('idempotent-replayed')).toBe('true');
  expect(again.headers.get('etag')).toBe(first.headers.get('etag'));
  expect(await totalOf(token)).toBe(1);
  const quota = api.db.selectFrom('link_quota').select('used').where('workspace_id', '=', workspaceId);
  expect((await quota.executeTakeFirst())?.used).toBe(1);
});

test('a batch that is sent again gets its answer again, failures included', async () => {
  const { token } = await api.addWorkspace();
  const body = { links: [{ url }, { url: '' }, { url }] };
  const first = await post<object>('/urls/batch', body, 'key-2', { token });
  const again = await post<object>('/urls/batch', body, 'key-2', { token });
  expect([again.status, again.body]).toEqual([200, first.body]);
  expect(again.headers.get('idempotent-replayed')).toBe('true');
  expect(await totalOf(token)).toBe(2);
});

test('an answer comes again when redirectors know its links, also of an API that ended before it published them', async () => {
  const edit = makeEditLink({ db: api.db });
  const versionOf = async (slug: string) =>
    (await api.linkCache.get({ zoneId: api.zoneId, slug }))?.version ?? 0;
  for (const [path, slug, body] of [
    ['/urls', 'unpublished', { url, slug: 'unpublished' }],
    ['/urls/batch', 'unpublished-of-batch', { links: [{ url: '' }, { url, slug: 'unpublished-of-batch' }] }],
  ] as const) {
    await post<object>(path, body, `key-of-${slug}`);
    const before = await versionOf(slug);
    await edit({ workspaceId: api.workspaceId, defaultZoneId: null, slug }, { title: 'New' });
    const again = await post<object>(path, body, `key-of-${slug}`);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(await versionOf(slug)).toBeGreaterThan(before);
    await api.fetchJson('DELETE', `/urls/${slug}`);
    expect((await post<object>(path, body, `key-of-${slug}`)).body).toEqual(again.body);
  }
});

test('white space in the JSON makes no other request', async () => {
  const first = await post('/urls', { url }, 'key-3');
  const again = await post('/urls', `{ "url" :\n "${url}" }`, 'key-3');
  expect(again.body).toEqual(first.body);
});

test('a field that is ignored may be nested thousands deep, below a batch too', async () => {
  const deep = `"more": ${'['.repeat(20_000)}${']'.repeat(20_000)}`;
  const first = await post('/urls', `{ "url": "${url}", ${deep} }`, 'key-deep');
  const again = await post('/urls', `{ "url": "${url}", ${deep} }`, 'key-deep');
  expect([first.status, again.status, again.body]).toEqual([201, 201, first.body]);
  const batch = `{ "links": [{ "url": "${url}", ${deep} }], ${deep} }`;
  expect((await post<object>('/urls/batch', batch, 'key-deep-batch')).body).toMatchObject({ created: 1 });
});

test('a refusal is given again as it was, in the language that it was in', async () => {
  await post('/urls', { url, slug: 'wanted' }, 'key-4');
  const refused = await post<object>('/urls', { url, slug: 'wanted' }, 'key-5', {
    headers: { 'accept-language': 'de' },
  });
  expect(refused.status).toBe(409);
  await api.fetchJson('DELETE', '/urls/wanted');
  const again = await post<object>('/urls', { url, slug: 'wanted' }, 'key-5');
  expect([again.status, again.body]).toEqual([409, refused.body]);
  expect(again.headers.get('content-language')).toBe('de');
  expect((await post('/urls', { url, slug: 'wanted' }, 'key-6')).status).toBe(201);
});

test("one token's key means nothing to another token, nor in another workspace", async () => {
  const { ownerEmail, workspaceId } = await api.addWorkspace();
  const other = await api.addWorkspace();
  const token = await api.addToken(workspaceId);
  const twin = await api.addToken(workspaceId);
  const ids = [
    (await post('/urls', { url }, 'key-7', { token })).body.url.id,
    (await post('/urls', { url }, 'key-7', { token: twin })).body.url.id,
    (await post('/urls', { url }, 'key-7', { token: other.token })).body.url.id,
  ];
  const scopes = ['links:write'] as const;
  const person = await api.addUserToken(ownerEmail, scopes, [{ workspaceId, scopes }]);
  const headers = { 'x-workspace-id': workspaceId };
  ids.push((await post('/urls', { url }, 'key-7', { token: person, headers })).body.url.id);
  expect(new Set(ids).size).toBe(4);
});

test('of twenty copies of a request at once one creates, and the others hear its answer or that it is running', async () => {
  const { token } = await api.addWorkspace();
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => post('/urls', { url }, 'key-8', { token })),
  );
  expect(answers.filter(({ status }) => status !== 201 && status !== 409)).toEqual([]);
  const ids = answers.flatMap(({ status, body }) => (status === 201 ? [body.url.id] : []));
  expect(new Set(ids).size).toBe(1);
  expect(await totalOf(token)).toBe(1);
  const later = await post('/urls', { url }, 'key-8', { token });
  expect(later.body.url.id).toBe(ids[0]);
});

test('after a day the key is as good as new', async () => {
  const first = await post('/urls', { url }, 'key-9');
  const stored = api.db.updateTable('idempotent_answers').where('key', '=', 'key-9');
  await stored.set({ created_at: new Date(Date.now() - 23.9 * 3_600_000) }).execute();
  expect((await post('/urls', { url }, 'key-9')).body).toEqual(first.body);
  await stored.set({ created_at: new Date(Date.now() - 24.1 * 3_600_000) }).execute();
  const fresh = await post('/urls', { url: 'https://other.example/' }, 'key-9');
  expect([fresh.status, fresh.body.url.url]).toEqual([201, 'https://other.example/']);
  expect((await post('/urls', { url: 'https://other.example/' }, 'key-9')).body).toEqual(fresh.body);
});
