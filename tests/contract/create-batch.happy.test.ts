// POST /urls/batch, contract §4.2: the result of a processed batch. The outcome of each item is tested in
// batch.property.test.ts.

import { SHARED_DOMAIN, startApi, type TestApi } from './start-api';
import type { UrlAnswer, UrlBody } from './url-answer';

type Entry = { index: number; status: number; url?: UrlBody; code?: string; error?: string };
type BatchAnswer = { created: number; failed: number; results: Entry[] };

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const url = 'https://shop.example/';
const createAll = async (links: unknown[], { token = api.token, language = 'en' } = {}) =>
  api.fetchJson<BatchAnswer>('POST', '/urls/batch', {
    token,
    body: { links },
    headers: { 'accept-language': language },
  });
const usedBy = async (workspaceId: string) => {
  const quota = api.db.selectFrom('link_quota').select('used').where('workspace_id', '=', workspaceId);
  return (await quota.executeTakeFirst())?.used ?? 0;
};

test('every created link is in the link cache when the answer arrives, and no change waits', async () => {
  const { body } = await createAll([
    { url: 'https://münchen.example/ä', slug: 'batch-one' },
    { url: 'no address', slug: 'batch-two' },
    { url },
  ]);
  expect([body.created, body.failed]).toEqual([2, 1]);
  const slugs = body.results.flatMap((entry) => entry.url?.slug ?? []);
  expect(slugs).toEqual(['batch-one', expect.stringMatching(/^[2-9A-HJ-NP-Za-km-z]{7}$/)]);
  for (const slug of slugs) {
    expect(await api.linkCache.get({ zoneId: api.zoneId, slug })).toMatchObject({
      kind: 'link',
      workspaceId: api.workspaceId,
      state: 'enabled',
    });
  }
  expect(await api.linkCache.get({ zoneId: api.zoneId, slug: 'batch-one' })).toMatchObject({
    location: 'https://xn--mnchen-3ya.example/%C3%A4',
  });
  expect(await api.linkCache.get({ zoneId: api.zoneId, slug: 'batch-two' })).toBeUndefined();
  const waiting = api.db.selectFrom('link_changes').selectAll().where('slug', 'is not', null);
  expect(await waiting.execute()).toEqual([]);
});

test('only created links are taken from the allowance, and a read link is the one of its entry', async () => {
  const { workspaceId, token } = await api.addWorkspace();
  const links = [{ url, slug: 'paid' }, { url, slug: 'paid' }, { url: '' }, { url, slug: 'api' }, { url }];
  const { body } = await createAll(links, { token });
  expect(body.results.map((entry) => entry.code)).toEqual([
    undefined,
    'SLUG_EXISTS',
    'VALIDATION_FAILED',
    'SLUG_RESERVED',
    undefined,
  ]);
  expect(await usedBy(workspaceId)).toBe(2);
  const read = await api.fetchJson<UrlAnswer>('GET', '/urls/paid', { token });
  expect(read.body.url).toEqual(body.results[0]?.url);
});

test('items may go to several domains, of which each says by itself whether it can have links', async () => {
  const { workspaceId, token } = await api.addWorkspace();
  await api.addZone({ domain: 'own.example', zoneType: 'user', workspaceId, isVerified: true });
  await api.addZone({ domain: 'new.example', zoneType: 'user', workspaceId, isVerified: false });
  const { body } = await createAll(
    [
      { url, slug: 'same', zoneDomain: SHARED_DOMAIN },
      { url, slug: 'same', zoneDomain: 'Own.Example' },
      { url, slug: 'same', zoneDomain: 'new.example' },
      { url: 'https://own.example/loop' },
    ],
    { token },
  );
  expect(body.results.map((entry) => entry.url?.zoneDomain)).toEqual([
    SHARED_DOMAIN,
    'own.example',
    undefined,
    undefined,
  ]);
  expect(body.results[2]?.error).toContain('not verified');
  expect(body.results[3]?.error).toContain('serves short links itself');
});

test('messages of items are in the language of the reader', async () => {
  const { body, headers } = await createAll([{ url, slug: 'x' }], { language: 'en;q=0.5, de' });
  expect(body.results[0]?.error).toContain('Ein Slug hat');
  expect(headers.get('content-language')).toBe('de');
  expect((await createAll([{ url, slug: 'x' }])).body.results[0]?.error).toContain('A slug has');
});

test('items that are no objects, and NUL in a field of one, fail on their own', async () => {
  const items = [
    null,
    7,
    'https://shop.example/',
    '\u0000',
    [],
    { url, title: 'a\u0000b' },
    { url, title: '\ud800' },
  ];
  const { status, body } = await createAll([...items, { url }]);
  expect([status, body.created, body.failed]).toEqual([200, 1, items.length]);
  expect(new Set(body.results.slice(0, -1).map((entry) => entry.code))).toEqual(
    new Set(['VALIDATION_FAILED']),
  );
});

test('a megabyte of long destinations is taken whole', async () => {
  const links = Array.from({ length: 100 }, (_, index) => ({
    url: `https://shop.example/${index}/${'p'.repeat(10_300)}`,
  }));
  const { status, body } = await createAll(links);
  expect([status, body.created]).toEqual([200, 100]);
  expect(body.results.map((entry) => entry.url?.url)).toEqual(links.map((link) => link.url));
});
