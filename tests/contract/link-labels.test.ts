// Note, externalId, isArchived and tags of a link, by POST, PATCH and batch: present only when set, and refused with
// the name of the field.

import { startApi, type TestApi } from './start-api';
import type { ErrorAnswer, ListAnswer, UrlAnswer } from './url-answer';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const url = 'https://a.example/';
const create = (body: object) =>
  api.fetchJson<UrlAnswer & ErrorAnswer>('POST', '/urls', { body: { url, ...body } });
const edit = (slug: string, body: object) =>
  api.fetchJson<UrlAnswer & ErrorAnswer>('PATCH', `/urls/${slug}`, { body });
const read = async (slug: string) => (await api.fetchJson<UrlAnswer>('GET', `/urls/${slug}`)).body.url;

test('a new link has what it was given, tags by name and each once, and shows it in every answer', async () => {
  const labels = { note: 'first\nsecond', externalId: 'shop-1', isArchived: true };
  const { status, body } = await create({
    slug: 'labelled',
    ...labels,
    tags: [' Summer ', 'News', 'news', 'ÄÖ'],
  });
  expect(status).toBe(201);
  expect(body.url).toMatchObject({ ...labels, tags: ['News', 'Summer', 'ÄÖ'] });
  expect(await read('labelled')).toEqual(body.url);
  const { body: list } = await api.fetchJson<ListAnswer>('GET', '/urls?archived=true');
  expect(list).toEqual({ urls: [body.url], total: 1 });
});

test('a link without them has none of the fields', async () => {
  const { body } = await create({
    slug: 'bare',
    note: null,
    externalId: null,
    tags: null,
    isArchived: false,
  });
  for (const field of ['note', 'externalId', 'tags', 'isArchived'])
    expect(body.url).not.toHaveProperty(field);
});

test('an edit sets, keeps what it leaves out, and takes away by null, an empty list and false', async () => {
  await create({ slug: 'edited' });
  const labels = { note: 'n', externalId: 'e-1', isArchived: true, tags: ['b', 'A'] };
  expect((await edit('edited', labels)).body.url).toMatchObject({ ...labels, tags: ['A', 'b'] });
  expect((await edit('edited', { title: 'T' })).body.url).toMatchObject({ ...labels, tags: ['A', 'b'] });
  expect((await edit('edited', { tags: ['c'] })).body.url.tags).toEqual(['c']);
  const bare = await edit('edited', { note: null, externalId: null, isArchived: false, tags: [] });
  for (const field of ['note', 'externalId', 'tags', 'isArchived'])
    expect(bare.body.url).not.toHaveProperty(field);
  expect(await read('edited')).toEqual(bare.body.url);
});

test('tags that a link has already are no change; the tag keeps its first spelling', async () => {
  const { body } = await create({ slug: 'spelled', tags: ['Straße'] });
  expect((await edit('spelled', { tags: ['STRASSE'] })).body.url).toEqual(body.url);
});

test('an archived link redirects on', async () => {
  await create({ slug: 'archived-on' });
  await edit('archived-on', { isArchived: true });
  expect(await api.linkCache.get({ zoneId: api.zoneId, slug: 'archived-on' })).toMatchObject({
    state: 'enabled',
  });
});

const MANY = Array.from({ length: 21 }, (_, index) => `t${index}`);
test.each([
  ['note', 'x'.repeat(2_001)],
  ['note', 'a\u0001b'],
  ['note', 5],
  ['externalId', ''],
  ['externalId', 'x'.repeat(256)],
  ['externalId', 'a\nb'],
  ['isArchived', 'yes'],
  ['isArchived', null],
  ['tags', 'news'],
  ['tags', MANY],
  ['tags', ['']],
  ['tags', ['  ']],
  ['tags', ['x'.repeat(51)]],
  ['tags', ['a\u0000b']],
  ['tags', ['a\tb']],
  ['tags', ['\ud800']],
  ['tags', ['..']],
  ['tags', [1]],
])('%s = %j is refused at its field, and nothing is made', async (field, value) => {
  await create({ slug: 'unchanged', title: 'T' });
  for (const answered of [await create({ [field]: value }), await edit('unchanged', { [field]: value })]) {
    expect([answered.status, answered.body.code, answered.body.field]).toEqual([
      400,
      'VALIDATION_FAILED',
      field,
    ]);
  }
  expect(await read('unchanged')).not.toHaveProperty(field);
});

test("an externalId is one link's in its workspace, by POST, PATCH and batch", async () => {
  await create({ slug: 'owner', externalId: 'one' });
  const other = await create({ externalId: 'one' });
  expect([other.status, other.body.code]).toEqual([409, 'EXTERNAL_ID_EXISTS']);
  await create({ slug: 'second', externalId: 'two' });
  expect((await edit('second', { externalId: 'one' })).body.code).toBe('EXTERNAL_ID_EXISTS');
  expect((await edit('second', { externalId: 'two' })).status).toBe(200);
  const links = [
    { url, externalId: 'one' },
    { url, externalId: 'three' },
    { url, externalId: 'three' },
    { url, tags: ['in-batch'], note: 'n' },
  ];
  const { body } = await api.fetchJson<{ results: { status: number; code?: string; url?: object }[] }>(
    'POST',
    '/urls/batch',
    { body: { links } },
  );
  expect(body.results.map(({ status, code }) => code ?? status)).toEqual([
    'EXTERNAL_ID_EXISTS',
    201,
    'EXTERNAL_ID_EXISTS',
    201,
  ]);
  expect(body.results[3]?.url).toMatchObject({ tags: ['in-batch'], note: 'n' });
  const elsewhere = await api.addWorkspace();
  const there = await api.fetchJson('POST', '/urls', {
    token: elsewhere.token,
    body: { url, externalId: 'one' },
  });
  expect(there.status).toBe(201);
});

test('of many links that are made at once with one externalId, one is made', async () => {
  const made = await Promise.all(Array.from({ length: 8 }, () => create({ externalId: 'raced' })));
  expect(made.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(7).fill(409)]);
});

test('a workspace has 500 tags at most, also of links that are made at once; a refusal takes no quota and makes no tag', async () => {
  const { token, workspaceId } = await api.addWorkspace();
  const names = Array.from({ length: 490 }, (_, index) => `tag ${index}`);
  for (let at = 0; at < names.length; at += 20) {
    await api.fetchJson('POST', '/urls', { token, body: { url, tags: names.slice(at, at + 20) } });
  }
  const raced = await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      api.fetchJson<ErrorAnswer>('POST', '/urls', {
        token,
        body: { url, tags: [`a${index}`, `b${index}`, 'tag 0'] },
      }),
    ),
  );
  const refused = raced.filter(({ status }) => status === 409);
  expect(refused.map(({ body }) => body.code)).toEqual(Array(3).fill('TAG_LIMIT_REACHED'));
  const tags = await api.fetchJson<{ tags: object[] }>('GET', '/tags', { token });
  expect(tags.body.tags).toHaveLength(500);
  const { used } = await api.db
    .selectFrom('link_quota')
    .select('used')
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirstOrThrow();
  expect(used).toBe(25 + 5);
  const links = [
    { url, tags: ['one more'] },
    { url, tags: ['TAG 1'] },
  ];
  const batch = await api.fetchJson<{ results: { status: number; code?: string }[] }>('POST', '/urls/batch', {
    token,
    body: { links },
  });
  expect(batch.body.results.map(({ status, code }) => code ?? status)).toEqual(['TAG_LIMIT_REACHED', 201]);
});
