// DELETE /urls/:slug, contract §3.1 and §4.8: the short URL stops at once and its analytics are to go.

import { startApi, SHARED_DOMAIN, type TestApi } from './start-api';
import type { UrlAnswer } from './url-answer';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const create = async (body: object, token = api.token) =>
  (await api.fetchJson<UrlAnswer>('POST', '/urls', { body: { url: 'https://a.example/', ...body }, token }))
    .body.url;
const remove = (path: string, options = {}) => api.fetchJson<{ message: string }>('DELETE', path, options);

test('a deleted link answers 200 with a text, is gone from the API and the link cache, and waits for its erasure', async () => {
  const { id } = await create({ slug: 'short-lived' });
  const { status, body } = await remove('/urls/short-lived');
  expect(status).toBe(200);
  expect(Object.keys(body)).toEqual(['message']);
  expect(body.message).toContain(`${SHARED_DOMAIN}/short-lived`);
  expect(await api.linkCache.get({ zoneId: api.zoneId, slug: 'short-lived' })).toMatchObject({
    kind: 'gone',
  });
  expect((await api.fetchJson('GET', '/urls/short-lived')).status).toBe(404);
  expect((await remove('/urls/short-lived')).status).toBe(404);
  const erasure = api.db.selectFrom('erasures').selectAll().where('link_id', '=', id);
  expect(await erasure.execute()).toMatchObject([{ workspace_id: api.workspaceId, closed_at: null }]);
});

test('a slug that is taken again starts from zero under another id', async () => {
  const first = await create({ slug: 'again' });
  await api.db.insertInto('link_hits').values({ link_id: first.id, hits: 99 }).execute();
  await remove('/urls/again');
  const second = await create({ slug: 'again' });
  expect(second.hits).toBe(0);
  expect(second.id).not.toBe(first.id);
  expect(await api.linkCache.get({ zoneId: api.zoneId, slug: 'again' })).toMatchObject({ linkId: second.id });
});

test('a paused link can be deleted', async () => {
  await create({ slug: 'paused' });
  await api.fetchJson('PATCH', '/urls/paused', { body: { isEnabled: false } });
  expect((await remove('/urls/paused')).status).toBe(200);
});

test('zoneDomain deletes only the link on that domain', async () => {
  const { workspaceId, token } = await api.addWorkspace();
  await api.addZone({ domain: 'brand.example', zoneType: 'user', workspaceId, isVerified: true });
  for (const zoneDomain of [SHARED_DOMAIN, 'brand.example'])
    await create({ slug: 'both', zoneDomain }, token);
  expect((await remove('/urls/both?zoneDomain=brand.example', { token })).status).toBe(200);
  const left = await api.fetchJson<UrlAnswer>('GET', '/urls/both', { token });
  expect(left.body.url.zoneDomain).toBe(SHARED_DOMAIN);
});

test('a deletion gives nothing back to the allowance', async () => {
  const { workspaceId, token } = await api.addWorkspace();
  await create({ slug: 'metered' }, token);
  await remove('/urls/metered', { token });
  const quota = api.db.selectFrom('link_quota').select('used').where('workspace_id', '=', workspaceId);
  expect(await quota.execute()).toEqual([{ used: 1 }]);
});

test('the text comes in German for a German reader', async () => {
  await create({ slug: 'weg-damit' });
  const { body } = await remove('/urls/weg-damit', { headers: { 'accept-language': 'de-AT,en;q=0.5' } });
  expect(body.message).toContain('gelöscht');
});
