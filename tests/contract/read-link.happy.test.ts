// GET /urls/:slug, contract §2.1 and §4.5.

import { startApi, SHARED_DOMAIN, type TestApi } from './start-api';
import type { UrlAnswer } from './url-answer';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

test('a link reads as it was created', async () => {
  const body = { url: 'https://shop.example/?utm_source=news', slug: 'as-created', title: 'T' };
  const created = await api.fetchJson<UrlAnswer>('POST', '/urls', { body });
  const read = await api.fetchJson<UrlAnswer>('GET', '/urls/as-created');
  expect(read.status).toBe(200);
  expect(read.body).toEqual(created.body);
});

test('hits are what was counted and what an import carried over', async () => {
  const body = { url: 'https://shop.example/', slug: 'hit-often' };
  const { id } = (await api.fetchJson<UrlAnswer>('POST', '/urls', { body })).body.url;
  await api.db.updateTable('links').set({ pre_tracking: 40 }).where('id', '=', id).execute();
  expect((await api.fetchJson<UrlAnswer>('GET', '/urls/hit-often')).body.url.hits).toBe(40);
  await api.db.insertInto('link_hits').values({ link_id: id, hits: 2 }).execute();
  expect((await api.fetchJson<UrlAnswer>('GET', '/urls/hit-often')).body.url.hits).toBe(42);
});

test("the service's flags show when they are true", async () => {
  const body = { url: 'https://shop.example/', slug: 'flagged' };
  await api.fetchJson('POST', '/urls', { body });
  await api.db
    .updateTable('links')
    .set({ is_restricted: true, is_unsafe: true })
    .where('slug', '=', 'flagged')
    .execute();
  const read = await api.fetchJson<UrlAnswer>('GET', '/urls/flagged');
  expect(read.body.url).toMatchObject({ isRestricted: true, isUnsafe: true });
});

test('without zoneDomain the default zone wins over an older link, and among others the oldest', async () => {
  const { workspaceId, token } = await api.addWorkspace();
  for (const domain of ['one.example', 'two.example']) {
    await api.addZone({ domain, zoneType: 'user', workspaceId, isVerified: true });
  }
  const create = (zoneDomain: string) =>
    api.fetchJson('POST', '/urls', { token, body: { url: 'https://a.example/', slug: 'many', zoneDomain } });
  const zoneOf = async (query = '') =>
    (await api.fetchJson<UrlAnswer>('GET', `/urls/many${query}`, { token })).body.url.zoneDomain;
  await create('two.example');
  await create('one.example');
  expect(await zoneOf()).toBe('two.example');
  await create(SHARED_DOMAIN);
  expect(await zoneOf()).toBe(SHARED_DOMAIN);
  expect(await zoneOf('?zoneDomain=ONE.example')).toBe('one.example');
  const one = await api.db
    .selectFrom('zones')
    .select('id')
    .where('domain', '=', 'one.example')
    .executeTakeFirstOrThrow();
  await api.db
    .updateTable('workspaces')
    .set({ default_zone_id: one.id })
    .where('id', '=', workspaceId)
    .execute();
  expect(await zoneOf()).toBe('one.example');
});
