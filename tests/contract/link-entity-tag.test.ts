// ETag, If-None-Match and If-Match of a link, an addition to the contract.

import { operations } from '../../services/api/src/openapi/operations';
import { startApi, type TestApi } from './start-api';
import type { ErrorAnswer, UrlAnswer } from './url-answer';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const read = (slug: string, headers = {}) =>
  api.fetchJson<UrlAnswer | null>('GET', `/urls/${slug}`, { headers });
const edit = (slug: string, body: unknown, headers = {}) =>
  api.fetchJson<UrlAnswer & ErrorAnswer>('PATCH', `/urls/${slug}`, { body, headers });
const remove = (path: string, ifMatch: string) =>
  api.fetchJson<ErrorAnswer>('DELETE', `/urls/${path}`, { headers: { 'if-match': ifMatch } });
const tagOf = ({ headers }: { headers: Headers }) => headers.get('etag') ?? 'none';

async function addLink(slug: string) {
  const body = { url: 'https://shop.example/', slug };
  return api.fetchJson<UrlAnswer>('POST', '/urls', { body });
}

test('creating, reading and editing a link tell its tag, and none but a change changes it', async () => {
  const tag = tagOf(await addLink('tagged'));
  expect(tag).toMatch(/^"[^"]+"$/);
  expect(tagOf(await read('tagged'))).toBe(tag);
  expect(tagOf(await edit('tagged', { title: '' }))).toBe(tag);
  const edited = tagOf(await edit('tagged', { title: 'New' }));
  expect(edited).not.toBe(tag);
  expect(tagOf(await read('tagged'))).toBe(edited);
});

test('who has the current body is told 304 without one, until a visit or an edit changes it', async () => {
  const created = await addLink('cached');
  const tag = tagOf(created);
  const unchanged = await read('cached', { 'if-none-match': tag });
  expect([unchanged.status, unchanged.body, tagOf(unchanged)]).toEqual([304, null, tag]);
  await api.db.insertInto('link_hits').values({ link_id: created.body.url.id, hits: 1 }).execute();
  const visited = await read('cached', { 'if-none-match': tag });
  expect([visited.status, visited.body?.url.hits]).toEqual([200, 1]);
  expect((await read('cached', { 'if-none-match': tagOf(visited) })).status).toBe(304);
  await edit('cached', { isEnabled: false });
  expect((await read('cached', { 'if-none-match': tagOf(visited) })).status).toBe(200);
});

test('an edit of a link that somebody else has edited since is refused and changes nothing', async () => {
  const tag = tagOf(await addLink('contended'));
  expect((await edit('contended', { title: 'first' }, { 'if-match': tag })).status).toBe(200);
  const late = await edit('contended', { title: 'second' }, { 'if-match': tag });
  expect([late.status, late.body.code]).toEqual([412, 'PRECONDITION_FAILED']);
  const now = await read('contended');
  expect(now.body?.url.title).toBe('first');
  const again = await edit('contended', { title: 'second' }, { 'if-match': tagOf(now) });
  expect([again.status, again.body.url.title]).toEqual([200, 'second']);
});

test('of many edits of one version in parallel exactly one is made', async () => {
  const tag = tagOf(await addLink('raced'));
  const titles = Array.from({ length: 10 }, (_, index) => `title ${index}`);
  const answered = await Promise.all(titles.map((title) => edit('raced', { title }, { 'if-match': tag })));
  const statuses = answered.map(({ status }) => status).sort();
  expect(statuses).toEqual([200, ...Array<number>(9).fill(412)]);
});

test('visits hinder no edit', async () => {
  const created = await addLink('visited');
  await api.db.insertInto('link_hits').values({ link_id: created.body.url.id, hits: 5 }).execute();
  expect((await edit('visited', { title: 'New' }, { 'if-match': tagOf(created) })).status).toBe(200);
});

test('the tag of another link is none of this one, * is, and an unknown link stays unknown', async () => {
  await addLink('one-of-two');
  const other = tagOf(await addLink('two-of-two'));
  expect((await edit('one-of-two', { title: 'x' }, { 'if-match': other })).status).toBe(412);
  expect((await edit('one-of-two', { title: 'x' }, { 'if-match': '*' })).status).toBe(200);
  expect((await edit('nobody', { title: 'x' }, { 'if-match': other })).status).toBe(404);
});

test('a deletion of a link that somebody else has edited since is refused, and the link stays', async () => {
  const tag = tagOf(await addLink('unread'));
  const edited = tagOf(await edit('unread', { title: 'first' }));
  const late = await remove('unread', tag);
  expect([late.status, late.body.code]).toEqual([412, 'PRECONDITION_FAILED']);
  expect((await read('unread')).status).toBe(200);
  expect(await api.db.selectFrom('erasures').selectAll().execute()).toEqual([]);
  expect((await remove('unread', edited)).status).toBe(200);
  expect((await remove('unread', edited)).status).toBe(404);
});

test('a deletion is hindered by no visit, and * is the tag of any link', async () => {
  const created = await addLink('seen');
  await api.db.insertInto('link_hits').values({ link_id: created.body.url.id, hits: 5 }).execute();
  expect((await remove('seen', tagOf(created))).status).toBe(200);
  await addLink('seen');
  expect((await remove('seen', tagOf(created))).status).toBe(412);
  expect((await remove('seen', '*')).status).toBe(200);
});

test('a deletion and an edit of one version in parallel: one of them is made', async () => {
  for (let round = 0; round < 5; round++) {
    const tag = tagOf(await addLink('disputed'));
    const [edited, removed] = await Promise.all([
      edit('disputed', { title: `title ${round}` }, { 'if-match': tag }),
      remove('disputed', tag),
    ]);
    if (removed.status === 200) expect(edited.status).toBe(404);
    else {
      expect([removed.status, edited.status]).toEqual([412, 200]);
      await remove('disputed', '*');
    }
  }
});

test('the file names If-Match where it is honoured', () => {
  const named = operations().filter(({ parameters }) => parameters.some(({ name }) => name === 'If-Match'));
  expect(named.map(({ method, path }) => `${method} ${path}`).sort()).toEqual([
    'delete /urls/{slug}',
    'patch /urls/{slug}',
  ]);
});
