// Orders of link lists by time, redirects and title, with each link once over all pages. Also the web app's filters by
// UTM tags.

import { signIn, type Person } from './sign-in';
import { startApi, type TestApi } from './start-api';
import type { ErrorAnswer, ListAnswer, UrlAnswer } from './url-answer';

/** Links in the order of their creation. */
const LINKS = [
  { slug: 'one-hit', title: 'Öl', hits: 1, carriedOver: 0 },
  { slug: 'untitled', title: '', hits: 7, carriedOver: 0 },
  { slug: 'carried', title: 'zebra', hits: 2, carriedOver: 100 },
  { slug: 'unread', title: 'Apfel', hits: undefined, carriedOver: 0 },
  { slug: 'nobody', title: 'apfel', hits: 0, carriedOver: 0 },
] as const;

let api: TestApi;
let viewer: Person;
let at: string;
beforeAll(async () => {
  api = await startApi();
  viewer = await signIn(api, { [api.workspaceId]: 'viewer' });
  at = `/workspaces/${api.workspaceId}/urls`;
  for (const [index, { slug, title, hits, carriedOver }] of LINKS.entries()) {
    const body = { slug, title, url: 'https://a.example/' };
    const { url } = (await api.fetchJson<UrlAnswer>('POST', '/urls', { body })).body;
    await api.db
      .updateTable('links')
      .set({ pre_tracking: carriedOver, created_at: new Date(Date.UTC(2026, 0, 1 + index)) })
      .where('id', '=', url.id)
      .execute();
    if (hits !== undefined) await api.db.insertInto('link_hits').values({ link_id: url.id, hits }).execute();
  }
});
afterAll(() => api.close());

const slugsOf = ({ urls }: ListAnswer) => urls.map(({ slug }) => slug);

test.each([
  ['', ['nobody', 'unread', 'carried', 'untitled', 'one-hit']],
  ['-created', ['nobody', 'unread', 'carried', 'untitled', 'one-hit']],
  ['created', ['one-hit', 'untitled', 'carried', 'unread', 'nobody']],
  ['-hits', ['carried', 'untitled', 'one-hit', 'nobody', 'unread']],
  ['hits', ['nobody', 'unread', 'one-hit', 'untitled', 'carried']],
  ['title', ['nobody', 'unread', 'one-hit', 'carried', 'untitled']],
  ['-title', ['carried', 'one-hit', 'unread', 'nobody', 'untitled']],
])('the order %j is kept over all pages, in a search as well', async (sort, slugs) => {
  const whole = await viewer.ask<ListAnswer>('GET', `${at}?sort=${sort}`);
  expect([slugsOf(whole.body), whole.body.total]).toEqual([slugs, LINKS.length]);
  const pages: string[] = [];
  for (const page of [1, 2, 3]) {
    const { body } = await viewer.ask<ListAnswer>('GET', `${at}?sort=${sort}&limit=2&page=${page}`);
    pages.push(...slugsOf(body));
  }
  expect(pages).toEqual(slugs);
  const found = await viewer.ask<ListAnswer>('GET', `${at}?sort=${sort}&q=apf`);
  expect(slugsOf(found.body)).toEqual(slugs.filter((slug) => ['unread', 'nobody'].includes(slug)));
});

test('redirects are sorted as they are shown, those carried over included', async () => {
  const { body } = await viewer.ask<ListAnswer>('GET', `${at}?sort=-hits`);
  expect(body.urls.map(({ hits }) => hits)).toEqual([102, 7, 1, 0, 0]);
});

test('the list without a workspace in its path is sorted as well', async () => {
  const headers = { 'x-workspace-id': api.workspaceId };
  const { body } = await viewer.ask<ListAnswer>('GET', '/urls?sort=created', undefined, headers);
  expect(slugsOf(body)[0]).toBe('one-hit');
});

test.each([['sort=slug'], ['sort=hits&sort=title']])('%s is refused at its field', async (query) => {
  const { status, body } = await viewer.ask<ErrorAnswer & { field: string }>('GET', `${at}?${query}`);
  expect([status, body.code, body.field]).toEqual([400, 'VALIDATION_FAILED', 'sort']);
});

test('/v1 has the same orders', async () => {
  const { status, body } = await api.fetchJson<ListAnswer>('GET', '/urls?sort=-hits');
  expect([status, slugsOf(body)[0]]).toEqual([200, 'carried']);
  expect((await api.fetchJson('GET', '/urls?sort=nonsense')).status).toBe(400);
});

test('links are found by the tags beside their campaign, and by having none', async () => {
  const { workspaceId, token } = await api.addWorkspace();
  const person = await signIn(api, { [workspaceId]: 'viewer' });
  const long = 'x'.repeat(1_200);
  for (const [slug, tags] of [
    ['mail', 'utm_campaign=c&utm_source=mail&utm_term=a'],
    ['chat', 'utm_campaign=c&utm_source=chat'],
    ['long', `utm_campaign=c&utm_content=${long}`],
    ['others', 'utm_campaign=d&utm_source=mail'],
  ] as const)
    await api.fetchJson('POST', '/urls', { token, body: { slug, url: `https://a.example/?${tags}` } });
  const found = async (query: string) => {
    const { body } = await person.ask<ListAnswer>('GET', `/workspaces/${workspaceId}/urls?${query}`);
    expect(body.total).toBe(body.urls.length);
    return slugsOf(body).sort();
  };
  expect(await found('campaign=c')).toEqual(['chat', 'long', 'mail']);
  expect(await found('campaign=c&source=mail')).toEqual(['mail']);
  expect(await found('source=mail')).toEqual(['mail', 'others']);
  expect(await found('campaign=c&source=~none')).toEqual(['long']);
  expect(await found('campaign=c&term=~none&source=chat&sort=-hits')).toEqual(['chat']);
  expect(await found(`content=${long.slice(0, 1_000)}`)).toEqual(['long']);
  expect(await found('campaign=c&source=nobody')).toEqual([]);
  expect(await found('campaign=c&source=&medium=')).toEqual(['chat', 'long', 'mail']);
});
