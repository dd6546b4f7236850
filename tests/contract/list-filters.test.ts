// The filters of GET /urls other than search, campaign and domain: tags, archive, state and days of creation, alone,
// combined, and with every order.

import { fetchCsv } from './fetch-csv';
import { startApi, type TestApi } from './start-api';
import type { ErrorAnswer, ListAnswer, UrlAnswer } from './url-answer';

const HOUR = 3_600_000;
const at = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString();
const url = 'https://a.example/';
/** Links in the order of their creation, one per day. */
const LINKS = [
  { slug: 'both', tags: ['News', 'Spring'], title: 'b', hits: 5 },
  { slug: 'news', tags: ['news'], title: 'a', hits: 9 },
  { slug: 'put-away', tags: ['news'], title: '', hits: 7, isArchived: true },
  { slug: 'paused', tags: ['spring'], title: 'c', hits: 1, isEnabled: false },
  { slug: 'later', startsAt: at(1), title: 'd', hits: 2 },
  { slug: 'plain', title: 'e', hits: 3 },
];

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
  for (const [index, { hits, isEnabled = true, ...link }] of LINKS.entries()) {
    const { body } = await api.fetchJson<UrlAnswer>('POST', '/urls', { body: { url, ...link } });
    const made = new Date(Date.UTC(2026, 0, 1 + index, 12));
    await api.db.updateTable('links').set({ created_at: made }).where('id', '=', body.url.id).execute();
    await api.db.insertInto('link_hits').values({ link_id: body.url.id, hits }).execute();
    if (!isEnabled) await api.fetchJson('PATCH', `/urls/${link.slug}`, { body: { isEnabled } });
  }
  await api.db.updateTable('links').set({ is_restricted: true }).where('slug', '=', 'plain').execute();
});
afterAll(() => api.close());

test.each([
  ['', ['plain', 'later', 'paused', 'news', 'both']],
  ['archived=true', ['put-away']],
  ['archived=all', ['plain', 'later', 'paused', 'put-away', 'news', 'both']],
  ['tag=NEWS', ['news', 'both']],
  ['tag=news&archived=all', ['put-away', 'news', 'both']],
  ['tag=news&archived=true', ['put-away']],
  ['tag=news&tag=spring', ['paused', 'news', 'both']],
  ['tag=news&tag=spring&tagMatch=all', ['both']],
  ['tag=news&tag=none', ['news', 'both']],
  ['tag=news&tag=none&tagMatch=all', []],
  ['tag=news&tag=NEWS&tagMatch=all', ['news', 'both']],
  ['tag=none', []],
  ['tag=', ['plain', 'later', 'paused', 'news', 'both']],
  ['tag=news&sort=created', ['both', 'news']],
  ['tag=news&sort=-hits', ['news', 'both']],
  ['tag=news&sort=hits&archived=all', ['both', 'put-away', 'news']],
  ['tag=news&sort=title&archived=all', ['news', 'both', 'put-away']],
  ['tag=news&q=oth', ['both']],
  ['tag=spring&state=paused', ['paused']],
  ['tag=spring&createdTo=2026-01-02', ['both']],
  ['state=paused', ['paused']],
  ['state=scheduled', ['later']],
  ['state=expired', []],
  ['state=restricted', ['plain']],
  ['state=unsafe', []],
  ['state=active', ['news', 'both']],
  ['createdFrom=2026-01-05', ['plain', 'later']],
  ['createdFrom=2026-01-02&createdTo=2026-01-04', ['paused', 'news']],
  ['createdFrom=1970-01-01', ['plain', 'later', 'paused', 'news', 'both']],
  ['createdTo=1999-12-31', []],
  ['createdFrom=0000-01-01&createdTo=9999-12-31', ['plain', 'later', 'paused', 'news', 'both']],
  ['tag=news&createdFrom=0000-01-01&createdTo=9999-12-31', ['news', 'both']],
  ['sort=-title', ['plain', 'later', 'paused', 'both', 'news']],
  [`zoneDomain=krz.example&tag=spring`, ['paused', 'both']],
])('%s', async (query, slugs) => {
  const { status, body } = await api.fetchJson<ListAnswer>('GET', `/urls?${query}`);
  expect([status, body.urls.map(({ slug }) => slug), body.total]).toEqual([200, slugs, slugs.length]);
  const pages: string[] = [];
  for (const page of slugs.keys()) {
    const one = await api.fetchJson<ListAnswer>('GET', `/urls?limit=1&page=${page + 1}&${query}`);
    expect(one.body.total).toBe(slugs.length);
    pages.push(...one.body.urls.map(({ slug }) => slug));
  }
  expect(pages).toEqual(slugs);
  const { lines } = await fetchCsv(api, query);
  expect(lines.map((cells) => cells.slug)).toEqual(slugs);
});

test.each([
  ['tag', 'tag=%01'],
  ['tag', `tag=${'x'.repeat(51)}`],
  ['tag', Array.from({ length: 21 }, (_, index) => `tag=t${index}`).join('&')],
  ['tagMatch', 'tagMatch=some'],
  ['archived', 'archived=yes'],
  ['archived', 'archived=true&archived=false'],
  ['state', 'state=broken'],
  ['sort', 'sort=slug'],
  ['format', 'format=xml'],
  ['createdFrom', 'createdFrom=2026-02-30'],
  ['createdTo', 'createdTo=yesterday'],
  ['createdFrom', 'createdFrom=2026-02-02&createdTo=2026-02-01'],
])('%s is refused: %s', async (field, query) => {
  const { status, body } = await api.fetchJson<ErrorAnswer>('GET', `/urls?${query}`);
  expect([status, body.code, body.field]).toEqual([400, 'VALIDATION_FAILED', field]);
});
