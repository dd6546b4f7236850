// PATCH /urls/:slug, contract §3.1 and §4.3: only sent fields change, and the link cache is updated before the 200.

import { startApi, type TestApi } from './start-api';
import type { UrlAnswer } from './url-answer';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const create = async (body: object) => (await api.fetchJson<UrlAnswer>('POST', '/urls', { body })).body.url;
const edit = (slug: string, body: object) => api.fetchJson<UrlAnswer>('PATCH', `/urls/${slug}`, { body });
const known = (slug: string) => api.linkCache.get({ zoneId: api.zoneId, slug });
const url = 'https://shop.example/?utm_source=news&utm_campaign=spring';

test('a new title changes the title and updatedAt, and nothing else', async () => {
  const before = await create({ url, slug: 'titled' });
  const { status, body } = await edit('titled', { title: 'New' });
  expect(status).toBe(200);
  expect(body.url).toEqual({ ...before, title: 'New', updatedAt: body.url.updatedAt });
  expect(Date.parse(body.url.updatedAt)).toBeGreaterThan(Date.parse(before.updatedAt));
  expect((await api.fetchJson('GET', '/urls/titled')).body).toEqual(body);
});

test('a new destination is derived anew: its utm, and what the link cache sends visitors to', async () => {
  await create({ url, slug: 'moved' });
  const { body } = await edit('moved', { url: 'https://münchen.example/?utm_medium=qr' });
  expect(body.url.utm).toEqual({ medium: 'qr' });
  expect(await known('moved')).toMatchObject({ location: 'https://xn--mnchen-3ya.example/?utm_medium=qr' });
  expect((await edit('moved', { url: 'https://plain.example/' })).body.url).not.toHaveProperty('utm');
});

test('isEnabled false pauses and true resumes, in the link cache at once', async () => {
  await create({ url, slug: 'paused' });
  expect((await edit('paused', { isEnabled: false })).body.url.isEnabled).toBe(false);
  expect(await known('paused')).toMatchObject({ state: 'paused' });
  expect((await edit('paused', { isEnabled: true })).body.url.isEnabled).toBe(true);
  expect(await known('paused')).toMatchObject({ state: 'enabled' });
});

test('newSlug: the old short URL stops, the new one works, the link keeps its id and its hits', async () => {
  const { id } = await create({ url, slug: 'old-name' });
  await api.db.insertInto('link_hits').values({ link_id: id, hits: 7 }).execute();
  const { status, body } = await edit('old-name', { newSlug: 'new-name' });
  expect(status).toBe(200);
  expect(body.url).toMatchObject({ id, slug: 'new-name', hits: 7 });
  expect(await known('old-name')).toMatchObject({ kind: 'gone' });
  expect(await known('new-name')).toMatchObject({ kind: 'link', linkId: id });
  expect((await api.fetchJson('GET', '/urls/old-name')).status).toBe(404);
  const again = await create({ url, slug: 'old-name' });
  expect(await known('old-name')).toMatchObject({ kind: 'link', linkId: again.id });
});

test('a slug can be given back and forth', async () => {
  const { id } = await create({ url, slug: 'to-and-fro' });
  for (const [from, to] of [
    ['to-and-fro', 'elsewhere'],
    ['elsewhere', 'to-and-fro'],
  ] as const) {
    expect((await edit(from, { newSlug: to })).status).toBe(200);
    expect(await known(from)).toMatchObject({ kind: 'gone' });
    expect(await known(to)).toMatchObject({ kind: 'link', linkId: id });
  }
});

test.each([
  ['an empty body', {}],
  ['what is already so', { url, title: '', newSlug: 'unchanged', isEnabled: true }],
  [
    'fields that a body may not set',
    { isRestricted: true, hits: 9, id: 'lnk_mine', slug: 'other', zoneDomain: 'x' },
  ],
])('%s answers 200 and changes nothing, updatedAt included', async (_, body) => {
  const before =
    (await api.fetchJson<UrlAnswer>('GET', '/urls/unchanged')).body.url ??
    (await create({ url, slug: 'unchanged' }));
  const answered = await edit('unchanged', body);
  expect(answered.status).toBe(200);
  expect(answered.body.url).toEqual(before);
});

test('edits take nothing from the allowance, even where it is used up', async () => {
  await create({ url, slug: 'edited-often' });
  const quota = () =>
    api.db.selectFrom('link_quota').select('used').where('workspace_id', '=', api.workspaceId);
  await api.db
    .updateTable('link_quota')
    .set({ used: 5_000 })
    .where('workspace_id', '=', api.workspaceId)
    .execute();
  for (const title of ['a', 'b', 'c']) expect((await edit('edited-often', { title })).status).toBe(200);
  expect(await quota().executeTakeFirst()).toEqual({ used: 5_000 });
  await api.db
    .updateTable('link_quota')
    .set({ used: 0 })
    .where('workspace_id', '=', api.workspaceId)
    .execute();
});

test('zoneDomain says which of two links is meant', async () => {
  const { workspaceId, token } = await api.addWorkspace();
  await api.addZone({ domain: 'brand.example', zoneType: 'user', workspaceId, isVerified: true });
  for (const zoneDomain of ['krz.example', 'brand.example']) {
    await api.fetchJson('POST', '/urls', { token, body: { url, slug: 'both', zoneDomain } });
  }
  const path = '/urls/both?zoneDomain=brand.example';
  const { body } = await api.fetchJson<UrlAnswer>('PATCH', path, { token, body: { title: 'Brand' } });
  expect(body.url).toMatchObject({ zoneDomain: 'brand.example', title: 'Brand' });
  const other = await api.fetchJson<UrlAnswer>('GET', '/urls/both', { token });
  expect(other.body.url).toMatchObject({ zoneDomain: 'krz.example', title: '' });
});
