// GET /urls, contract §4.4: newest first, exact totals, filters that combine.

import { startApi, type TestApi } from './start-api';
import type { ListAnswer, UrlBody } from './url-answer';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

type Options = { slug: string; url?: string; title?: string; zoneDomain?: string };

let zones = 0;

/** A workspace with a domain of its own and the given links, oldest first. */
async function withLinks(links: readonly Options[]) {
  const { workspaceId, token } = await api.addWorkspace();
  const domain = `list-${++zones}.example`;
  const default_zone_id = await api.addZone({ domain, zoneType: 'user', workspaceId, isVerified: true });
  await api.db.updateTable('workspaces').set({ default_zone_id }).where('id', '=', workspaceId).execute();
  const create = async (body: Options) => {
    const answered = await api.fetchJson('POST', '/urls', {
      token,
      body: { url: 'https://a.example/', ...body },
    });
    expect(answered.status).toBe(201);
  };
  for (const link of links) await create(link);
  const list = async (query: Record<string, string> = {}) => {
    const search = new URLSearchParams({ limit: '100', ...query });
    const answered = await api.fetchJson<ListAnswer>('GET', `/urls?${search.toString()}`, { token });
    expect(answered.status).toBe(200);
    return answered.body;
  };
  const slugs = async (query?: Record<string, string>) => {
    const { urls, total } = await list(query);
    expect(total).toBe(urls.length);
    return urls.map((link) => link.slug);
  };
  return { workspaceId, token, create, list, slugs };
}

test('an empty workspace lists nothing', async () => {
  const { list } = await withLinks([]);
  expect(await list()).toEqual({ urls: [], total: 0 });
});

test('a link is listed as it reads, beside the total and nothing else', async () => {
  const { token, list } = await withLinks([
    { slug: 'listed', title: 'T', url: 'https://a.example/?utm_source=news' },
  ]);
  const { body } = await api.fetchJson<{ url: UrlBody }>('GET', '/urls/listed', { token });
  expect(await list()).toEqual({ urls: [body.url], total: 1 });
});

test('ten links a page unless told, newest first, each once over all pages, with the exact total', async () => {
  const names = Array.from({ length: 23 }, (_, index) => `page-${String(index).padStart(2, '0')}`);
  const { token, workspaceId } = await withLinks(names.map((slug) => ({ slug })));
  // links with the same time are ordered by id
  await api.db
    .updateTable('links')
    .set({ created_at: new Date('2026-01-01') })
    .where('workspace_id', '=', workspaceId)
    .where('slug', '<', 'page-15')
    .execute();
  const pages = [];
  for (const page of [1, 2, 3, 4]) {
    pages.push((await api.fetchJson<ListAnswer>('GET', `/urls?page=${page}`, { token })).body);
  }
  expect(pages.map(({ urls, total }) => [urls.length, total])).toEqual([
    [10, 23],
    [10, 23],
    [3, 23],
    [0, 23],
  ]);
  const all = pages.flatMap((page) => page.urls);
  expect(all.slice(0, 8).map((link) => link.slug)).toEqual(names.slice(15).reverse());
  const ids = all.slice(8).map((link) => link.id);
  expect(ids).toEqual([...ids].sort());
  expect(new Set(all.map((link) => link.slug)).size).toBe(23);
});

test('q finds a piece of the slug, the title or the destination, whatever its case', async () => {
  const { slugs } = await withLinks([
    { slug: 'Summer-Sale' },
    { slug: 'second', title: 'Our SUMMER' },
    { slug: 'third', url: 'https://a.example/Summertime?x=1' },
    { slug: 'fourth', title: 'Winter' },
  ]);
  expect(await slugs({ q: 'sUmMeR' })).toEqual(['third', 'second', 'Summer-Sale']);
  expect(await slugs({ q: 'e?x' })).toEqual(['third']);
  expect(await slugs({ q: 'fo' })).toEqual(['fourth']);
  expect(await slugs({ q: 'w' })).toEqual(['fourth']);
  expect(await slugs({ q: 'autumn' })).toEqual([]);
});

test.each([
  ['Ärzte in Köln', 'äRZTE', 'Ä'],
  ['ПРИВЕТ', 'привет', 'в'],
  ['ὈΔΟΣ ΟΔΟΣ', 'οδος', 'ΟΣ'],
  ['漢字かな', '漢字', 'な'],
  ['🙂 smile', '🙂', '🙂 s'],
])('q knows the letters of %s in either case', async (title, ...terms) => {
  const { slugs } = await withLinks([
    { slug: 'lettered', title },
    { slug: 'plain', title: 'aou' },
  ]);
  for (const q of terms) expect(await slugs({ q })).toEqual(['lettered']);
});

test.each(['%', '_', '\\', '%%', '\\%', "'", '"', '100%_\\'])('q %j means nothing but itself', async (q) => {
  const { slugs } = await withLinks([
    { slug: 'other', title: 'x%x'.replace('%', '') },
    { slug: 'meant', title: `a${q}b` },
  ]);
  expect(await slugs({ q: `a${q}b` })).toEqual(['meant']);
});

test.each(['%', '_', '\\', '%%%', '___', '\\\\'])('q %j finds nothing where no link has it', async (q) => {
  const { slugs } = await withLinks([{ slug: 'abc', title: 'abc def' }]);
  expect(await slugs({ q })).toEqual([]);
});

test('q is not found across two fields', async () => {
  const { slugs } = await withLinks([{ slug: 'front', title: 'back' }]);
  for (const q of ['frontback', 'backhttps', 'front back']) expect(await slugs({ q })).toEqual([]);
});

test('q finds what an edit wrote, and no longer what it overwrote', async () => {
  const { slugs, token } = await withLinks([{ slug: 'edited', title: 'before' }]);
  await api.fetchJson('PATCH', '/urls/edited', { token, body: { title: 'after' } });
  expect([await slugs({ q: 'before' }), await slugs({ q: 'after' })]).toEqual([[], ['edited']]);
});

test('q finds the end of the longest destination', async () => {
  const { slugs } = await withLinks([
    { slug: 'long', url: `https://a.example/${'p'.repeat(32_700)}/needle` },
  ]);
  expect(await slugs({ q: 'p/needle' })).toEqual(['long']);
});

test('campaign, zoneDomain and q narrow each other', async () => {
  const { workspaceId, create, slugs } = await withLinks([]);
  await api.addZone({ domain: 'brand.example', zoneType: 'user', workspaceId, isVerified: true });
  const tagged = (campaign: string) => `https://a.example/?utm_campaign=${campaign}`;
  await create({ slug: 'spring-1', url: tagged('spring') });
  await create({ slug: 'spring-2', url: tagged('spring'), zoneDomain: 'brand.example' });
  await create({ slug: 'spring-3', url: tagged('Spring'), zoneDomain: 'brand.example' });
  await create({ slug: 'other-4', url: tagged('spring'), zoneDomain: 'brand.example' });
  expect(await slugs({ campaign: 'spring' })).toEqual(['other-4', 'spring-2', 'spring-1']);
  expect(await slugs({ zoneDomain: 'BRAND.example' })).toEqual(['other-4', 'spring-3', 'spring-2']);
  expect(await slugs({ campaign: 'spring', zoneDomain: 'brand.example', q: 'ring-' })).toEqual(['spring-2']);
  expect(await slugs({ campaign: 'spr' })).toEqual([]);
  expect(await slugs({ zoneDomain: 'nobody.example' })).toEqual([]);
  expect(await slugs({ zoneDomain: 'a b' })).toEqual([]);
});

test('a campaign longer than an index entry is found', async () => {
  const campaign = 'c'.repeat(20_000);
  const { slugs } = await withLinks([
    { slug: 'longest', url: `https://a.example/?utm_campaign=${campaign}` },
  ]);
  expect(await slugs({ q: 'longest' })).toEqual(['longest']);
  expect(await slugs({ campaign: campaign.slice(1, 10_000) })).toEqual([]);
  expect(await slugs({ campaign: campaign.slice(0, 10_000) })).toEqual([]);
});

test("no workspace sees another's links", async () => {
  await withLinks([{ slug: 'private-one', title: 'secret' }]);
  const { list } = await withLinks([]);
  expect(await list({ q: 'secret' })).toEqual({ urls: [], total: 0 });
});
