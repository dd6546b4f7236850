// POST /urls?findExisting=url: the link that a workspace has for a destination already, once.

import { makeEditLink } from '../../services/api/src/links/edit-link';
import { startApi, type TestApi } from './start-api';
import type { ErrorAnswer, UrlAnswer } from './url-answer';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

type Body = UrlAnswer & ErrorAnswer;
const find = (body: object, { token = api.token, query = 'findExisting=url', headers = {} } = {}) =>
  api.fetchJson<Body>('POST', `/urls?${query}`, { token, body, headers });
const make = async (body: object) => (await api.fetchJson<Body>('POST', '/urls', { body })).body.url;
const usedBy = async (workspaceId: string) => {
  const quota = api.db.selectFrom('link_quota').select('used').where('workspace_id', '=', workspaceId);
  return (await quota.executeTakeFirst())?.used ?? 0;
};
let count = 0;
const newUrl = () => `https://shop.example/${++count}`;

test('the first request creates, later ones find the same link with its ETag, and take none of the allowance', async () => {
  const { token, workspaceId } = await api.addWorkspace();
  const url = newUrl();
  const made = await find({ url, title: 'first' }, { token });
  expect(made.status).toBe(201);
  const found = await find({ url, title: 'second' }, { token });
  expect([found.status, found.body]).toEqual([200, made.body]);
  const read = await api.fetchJson('GET', `/urls/${made.body.url.slug}`, { token });
  expect(found.headers.get('etag')).toBe(read.headers.get('etag'));
  expect(await usedBy(workspaceId)).toBe(1);
  expect((await api.fetchJson('POST', '/urls', { token, body: { url } })).status).toBe(201);
  expect((await find({ url }, { token })).body.url.id).toBe(made.body.url.id);
});

test('a link is found when redirectors know it, also of an API that ended before it published it', async () => {
  const url = newUrl();
  const { body } = await find({ url, slug: 'unpublished' });
  const edit = makeEditLink({ db: api.db });
  await edit({ workspaceId: api.workspaceId, defaultZoneId: null, slug: 'unpublished' }, { title: 'New' });
  const known = () => api.linkCache.get({ zoneId: api.zoneId, slug: 'unpublished' });
  const before = (await known())?.version ?? 0;
  const found = await find({ url });
  expect([found.status, found.body.url.id]).toEqual([200, body.url.id]);
  expect((await known())?.version).toBeGreaterThan(before);
});

test('destinations are compared as they are sent to visitors', async () => {
  const made = await make({ url: 'https://münchen.example/ä' });
  for (const url of ['https://xn--mnchen-3ya.example/%C3%A4', ' HTTPS://MÜNCHEN.example:443/ä ']) {
    expect((await find({ url })).body.url.id).toBe(made.id);
  }
  expect((await find({ url: 'https://münchen.example/Ä' })).status).toBe(201);
});

test('with a slug only a link of that slug is found', async () => {
  const url = newUrl();
  await make({ url });
  const made = await find({ url, slug: 'sought' });
  expect([made.status, made.body.url.slug]).toEqual([201, 'sought']);
  expect((await find({ url, slug: 'sought' })).body.url.id).toBe(made.body.url.id);
  const other = await find({ url: newUrl(), slug: 'sought' });
  expect([other.status, other.body.code]).toEqual([409, 'SLUG_EXISTS']);
});

test.each([
  ['paused', { is_enabled: false }],
  ['archived', { is_archived: true }],
  ['restricted', { is_restricted: true }],
  ['unsafe', { is_unsafe: true }],
  ['begun', { starts_at: new Date(0) }],
  ['ending', { expires_at: new Date(Date.UTC(2090, 0)) }],
  ['over', { expires_at: new Date(0) }],
])('a link that is %s is not found', async (_, columns) => {
  const url = newUrl();
  const made = await make({ url });
  await api.db.updateTable('links').set(columns).where('id', '=', made.id).execute();
  const answered = await find({ url });
  expect(answered.status).toBe(201);
  expect((await find({ url })).body.url.id).toBe(answered.body.url.id);
});

test('a body with a begin or an end creates', async () => {
  const url = newUrl();
  await make({ url });
  expect((await find({ url, expiresAt: '2090-01-01T00:00:00Z' })).status).toBe(201);
  expect((await find({ url, startsAt: '2090-01-01T00:00:00Z' })).status).toBe(201);
});

test.each([
  ['rules', { rules: [{ when: { via: 'scan' }, url: 'https://shop.example/poster' }] }],
  [
    'a split',
    {
      split: [
        { url: 'https://shop.example/a', weight: 50 },
        { url: 'https://shop.example/b', weight: 50 },
      ],
    },
  ],
  ['forwardQuery', { forwardQuery: true }],
  ['a password', { password: 'correct horse' }],
])('a link with %s is not found, and a body with it creates', async (_, more) => {
  const url = newUrl();
  await make({ url, ...more });
  expect((await find({ url })).status).toBe(201);
  expect((await find({ url, ...more })).status).toBe(201);
});

test('links of other workspaces and other domains are not found', async () => {
  const url = newUrl();
  await make({ url });
  const { workspaceId, token } = await api.addWorkspace();
  await api.addZone({ domain: 'own.example', zoneType: 'user', workspaceId, isVerified: true });
  const shared = await find({ url }, { token });
  expect(shared.status).toBe(201);
  const own = await find({ url, zoneDomain: 'own.example' }, { token });
  expect([own.status, own.body.url.zoneDomain]).toEqual([201, 'own.example']);
  expect((await find({ url, zoneDomain: 'own.example' }, { token })).body.url.id).toBe(own.body.url.id);
});

test('of many requests at once one creates', async () => {
  const url = newUrl();
  const answers = await Promise.all(Array.from({ length: 8 }, () => find({ url })));
  expect(answers.map(({ status }) => status).sort()).toEqual([...Array<number>(7).fill(200), 201]);
  expect(new Set(answers.map(({ body }) => body.url.id)).size).toBe(1);
});

test('a body that is not valid is refused as without it; another value of the parameter is refused', async () => {
  const invalid = await find({ url: 'no address' });
  expect([invalid.status, invalid.body.field]).toEqual([400, 'url']);
  const other = await find({ url: newUrl() }, { query: 'findExisting=title' });
  expect([other.status, other.body.code, other.body.field]).toEqual([
    400,
    'VALIDATION_FAILED',
    'findExisting',
  ]);
  expect((await find({ url: newUrl() }, { query: 'findExisting=' })).status).toBe(201);
});

test('an Idempotency-Key repeats what was found, and is of another request without findExisting', async () => {
  const url = newUrl();
  await make({ url });
  const headers = { 'idempotency-key': 'sought-once' };
  const first = await find({ url }, { headers });
  const again = await find({ url }, { headers });
  expect([first.status, again.status, again.headers.get('idempotent-replayed')]).toEqual([200, 200, 'true']);
  const without = await api.fetchJson<Body>('POST', '/urls', { body: { url }, headers });
  expect([without.status, without.body.code]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED']);
});
