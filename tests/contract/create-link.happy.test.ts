// POST /urls, contract §2.1, §3.1 and §4.1: the properties of a created link.

import { startApi, SHARED_DOMAIN, type TestApi } from './start-api';
import type { UrlAnswer } from './url-answer';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const create = (body: object, token = api.token) =>
  api.fetchJson<UrlAnswer>('POST', '/urls', { body, token });

test('a link that names everything answers 201 with exactly the fields of the URL object', async () => {
  const { status, body } = await create({
    url: 'https://shop.example/spring',
    title: 'Spring',
    slug: 'Spring_2-0',
    zoneDomain: SHARED_DOMAIN,
  });
  expect(status).toBe(201);
  const { id, createdAt, updatedAt } = body.url;
  expect(body).toEqual({
    url: {
      id,
      slug: 'Spring_2-0',
      url: 'https://shop.example/spring',
      title: 'Spring',
      zoneDomain: SHARED_DOMAIN,
      hits: 0,
      isEnabled: true,
      createdAt,
      updatedAt,
    },
  });
  expect(id).toMatch(/^lnk_[0-9A-Za-z]{18}$/);
  expect(createdAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  expect(updatedAt).toBe(createdAt);
});

test('a link that names only its destination gets a slug of seven characters, no title and the default domain', async () => {
  const { status, body } = await create({ url: 'https://shop.example/' });
  expect(status).toBe(201);
  expect(body.url.slug).toMatch(/^[2-9A-HJ-NP-Za-km-z]{7}$/);
  expect(body.url).toMatchObject({ title: '', zoneDomain: SHARED_DOMAIN });
});

test('the link is in the link cache when the 201 arrives, with the ASCII form of its destination', async () => {
  const { body } = await create({ url: '  https://münchen.example/Straße?q=ä ', slug: 'umlaut' });
  expect(body.url.url).toBe('https://münchen.example/Straße?q=ä');
  expect(await api.linkCache.get({ zoneId: api.zoneId, slug: 'umlaut' })).toMatchObject({
    kind: 'link',
    linkId: body.url.id,
    workspaceId: api.workspaceId,
    location: 'https://xn--mnchen-3ya.example/Stra%C3%9Fe?q=%C3%A4',
    state: 'enabled',
  });
  expect(await api.db.selectFrom('link_changes').selectAll().where('slug', '=', 'umlaut').execute()).toEqual(
    [],
  );
});

test('utm has the keys that the destination carries with a value, the first one of each', async () => {
  const query = 'utm_source=news&utm_campaign=a%20b&utm_campaign=second&utm_medium=&utm_term=%00';
  const { body } = await create({ url: `https://shop.example/?${query}` });
  expect(body.url.utm).toEqual({ source: 'news', campaign: 'a b' });
});

test('a slug is case-sensitive: the same word in other letters is another link', async () => {
  expect((await create({ url: 'https://a.example/', slug: 'CaseWord' })).status).toBe(201);
  expect((await create({ url: 'https://b.example/', slug: 'caseword' })).status).toBe(201);
});

test('the longest slug, title and destination are taken', async () => {
  const slug = 's'.repeat(1024);
  const title = '😀'.repeat(256);
  const url = `https://long.example/${'p'.repeat(32_767 - 21)}`;
  expect(url).toHaveLength(32_767);
  const { status, body } = await create({ url, slug, title });
  expect(status).toBe(201);
  expect(body.url).toMatchObject({ url, slug, title });
});

test('fields that a link has but a body may not set change nothing, and unknown ones are ignored', async () => {
  const { status, body } = await create({
    url: 'https://shop.example/',
    id: 'lnk_mine',
    hits: 1_000_000,
    isRestricted: true,
    isUnsafe: true,
    isEnabled: false,
    createdAt: '2001-01-01T00:00:00.000Z',
    utm: { source: 'mine' },
    colour: 'green',
  });
  expect(status).toBe(201);
  expect(body.url).toMatchObject({ hits: 0, isEnabled: true });
  expect(body.url.id).not.toBe('lnk_mine');
  expect(body.url).not.toHaveProperty('isRestricted');
  expect(body.url).not.toHaveProperty('isUnsafe');
  expect(body.url).not.toHaveProperty('utm');
});

test('a body with __proto__ is as inert as any unknown field', async () => {
  const body = '{"url":"https://shop.example/","__proto__":{"title":"polluted","slug":"polluted"}}';
  const answered = await api.fetchJson<UrlAnswer>('POST', '/urls', { body });
  expect(answered.status).toBe(201);
  expect(answered.body.url.title).toBe('');
  expect(answered.body.url.slug).not.toBe('polluted');
  expect('title' in {}).toBe(false);
});

test('zoneDomain is read without regard to case, and a verified custom domain of the workspace is taken', async () => {
  const { workspaceId, token } = await api.addWorkspace();
  await api.addZone({ domain: 'go.brand.example', zoneType: 'user', workspaceId, isVerified: true });
  const { status, body } = await create(
    { url: 'https://brand.example/', zoneDomain: 'GO.Brand.Example' },
    token,
  );
  expect([status, body.url.zoneDomain]).toEqual([201, 'go.brand.example']);
});

test("without zoneDomain the workspace's own default is taken while it can be used, then the shared one", async () => {
  const { workspaceId, token } = await api.addWorkspace();
  const zoneId = await api.addZone({
    domain: 'own.example',
    zoneType: 'user',
    workspaceId,
    isVerified: true,
  });
  await api.db
    .updateTable('workspaces')
    .set({ default_zone_id: zoneId })
    .where('id', '=', workspaceId)
    .execute();
  const zoneOf = async () => (await create({ url: 'https://brand.example/' }, token)).body.url.zoneDomain;
  expect(await zoneOf()).toBe('own.example');
  await api.db.updateTable('zones').set({ ownership_state: 'failed' }).where('id', '=', zoneId).execute();
  expect(await zoneOf()).toBe(SHARED_DOMAIN);
  await api.db
    .updateTable('zones')
    .set({ ownership_state: 'verified', is_enabled: false })
    .where('id', '=', zoneId)
    .execute();
  expect(await zoneOf()).toBe(SHARED_DOMAIN);
});

test('the same slug may be taken on two domains', async () => {
  const { workspaceId, token } = await api.addWorkspace();
  await api.addZone({ domain: 'two.example', zoneType: 'user', workspaceId, isVerified: true });
  expect((await create({ url: 'https://a.example/', slug: 'twice' }, token)).status).toBe(201);
  expect(
    (await create({ url: 'https://a.example/', slug: 'twice', zoneDomain: 'two.example' }, token)).status,
  ).toBe(201);
});

test('each link takes one of the allowance, of a yearly plan from the pool of the year', async () => {
  const { workspaceId, token } = await api.addWorkspace({ isYearly: true });
  await create({ url: 'https://a.example/' }, token);
  await create({ url: 'https://a.example/' }, token);
  const rows = await api.db
    .selectFrom('link_quota')
    .select(['used', 'period_start'])
    .where('workspace_id', '=', workspaceId)
    .execute();
  expect(rows.map((row) => row.used)).toEqual([2]);
  await api.db
    .updateTable('link_quota')
    .set({ used: 59_999 })
    .where('workspace_id', '=', workspaceId)
    .execute();
  expect((await create({ url: 'https://a.example/' }, token)).status).toBe(201);
  expect((await create({ url: 'https://a.example/' }, token)).status).toBe(403);
});
