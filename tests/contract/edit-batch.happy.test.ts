// PATCH /urls/batch: what a batch of edits leaves behind, as if its items came one after the other.

import { highLimitPlans } from '../high-limit-plans';
import { startApi, type TestApi } from './start-api';
import type { ListAnswer, UrlAnswer, UrlBody } from './url-answer';

type Entry = { index: number; status: number; url?: UrlBody; code?: string; field?: string; error?: string };
type BatchAnswer = { edited: number; failed: number; results: Entry[] };

let api: TestApi;
beforeAll(async () => {
  api = await startApi({ settings: { plans: highLimitPlans } });
});
afterAll(() => api.close());

const url = 'https://shop.example/';
const make = (slug: string, more: object = {}) =>
  api.fetchJson<UrlAnswer>('POST', '/urls', { body: { url, slug, ...more } });
const read = async (slug: string) => (await api.fetchJson<UrlAnswer>('GET', `/urls/${slug}`)).body.url;
const editAll = async (links: unknown[], token = api.token, headers = {}) => {
  const { status, body } = await api.fetchJson<BatchAnswer>('PATCH', '/urls/batch', {
    ...{ token, headers },
    body: { links },
  });
  expect(status).toBe(200);
  return body;
};
const waiting = () => api.db.selectFrom('link_changes').selectAll().where('slug', 'is not', null).execute();
const stateOf = async (slug: string) => api.linkCache.get({ zoneId: api.zoneId, slug });

test('each item changes its link, the answer has it as it is now, and the link cache has it too', async () => {
  await make('paused');
  await make('moved', { tags: ['old'] });
  await make('archived', { isArchived: true });
  const { edited, failed, results } = await editAll([
    { slug: 'paused', isEnabled: false },
    { slug: 'moved', url: 'https://münchen.example/ä?utm_source=news', tags: ['New', 'new', 'other'] },
    { slug: 'archived', isArchived: false, isEnabled: true },
  ]);
  expect([edited, failed, results.map(({ status }) => status)]).toEqual([3, 0, [200, 200, 200]]);
  expect(results[0]?.url).toMatchObject({ slug: 'paused', isEnabled: false });
  expect(results[1]?.url).toMatchObject({ tags: ['New', 'other'], utm: { source: 'news' } });
  expect(results[2]?.url).not.toHaveProperty('isArchived');
  for (const { url: shown } of results) expect(await read(shown?.slug ?? '')).toEqual(shown);
  expect(await stateOf('paused')).toMatchObject({ state: 'paused' });
  expect(await stateOf('moved')).toMatchObject({
    location: 'https://xn--mnchen-3ya.example/%C3%A4?utm_source=news',
  });
  expect(await waiting()).toEqual([]);
});

test('addTags and removeTags leave the other tags; names are compared without case', async () => {
  await make('tagged', { tags: ['a', 'B'] });
  const { results } = await editAll([
    { slug: 'tagged', addTags: ['c', 'A'], removeTags: ['b', 'unknown'] },
    { slug: 'tagged', tags: ['x'], addTags: ['y'] },
    { slug: 'tagged', removeTags: ['X', 'y'] },
    { slug: 'tagged', addTags: ['back'] },
    { slug: 'tagged', tags: null },
  ]);
  expect(results.map((entry) => entry.url?.tags)).toEqual([
    ['a', 'c'],
    ['x', 'y'],
    undefined,
    ['back'],
    undefined,
  ]);
});

test('an item meets the link as those before left it; what fails changes nothing', async () => {
  await make('first');
  const tooMany = Array.from({ length: 20 }, (_, index) => `t${index}`);
  const { edited, failed, results } = await editAll([
    { slug: 'first', addTags: ['one'], isEnabled: false },
    { slug: 'first', addTags: tooMany },
    { slug: 'first', url: 'no address' },
    { slug: 'first', isEnabled: 'yes' },
    { slug: 'first', addTags: [''] },
    { slug: 'first', removeTags: 'one' },
    { slug: 'first', url: 'https://krz.example/loop' },
    { slug: 'nobody', isEnabled: false },
    { slug: 'a b' },
    { isEnabled: false },
    'first',
    { slug: 'first', addTags: ['two'] },
    { slug: 'first' },
  ]);
  expect([edited, failed]).toEqual([3, 10]);
  expect(results.map(({ index }) => index)).toEqual([...results.keys()]);
  expect(results.map(({ status, code, field }) => [status, code, field].filter(Boolean).join(' '))).toEqual([
    '200',
    '400 VALIDATION_FAILED addTags',
    '400 VALIDATION_FAILED url',
    '400 VALIDATION_FAILED isEnabled',
    '400 VALIDATION_FAILED addTags',
    '400 VALIDATION_FAILED removeTags',
    '400 VALIDATION_FAILED url',
    '404 NOT_FOUND',
    '400 SLUG_INVALID',
    '400 VALIDATION_FAILED slug',
    '400 VALIDATION_FAILED body',
    '200',
    '200',
  ]);
  expect(results[11]?.url).toMatchObject({ tags: ['one', 'two'], isEnabled: false });
  expect(results[12]?.url).toEqual(results[11]?.url);
  expect(await read('first')).toEqual(results[12]?.url);
});

test('of several domains each item names its own; without one the default domain comes first', async () => {
  const { workspaceId, token } = await api.addWorkspace();
  await api.addZone({ domain: 'own.example', zoneType: 'user', workspaceId, isVerified: true });
  const both = ['krz.example', 'own.example'].map((zoneDomain) => ({ url, slug: 'same', zoneDomain }));
  await api.fetchJson('POST', '/urls/batch', { token, body: { links: both } });
  const { results } = await editAll(
    [
      { slug: 'same', addTags: ['default'] },
      { slug: 'same', zoneDomain: 'OWN.example', addTags: ['own'] },
      { slug: 'same', zoneDomain: 'other.example', addTags: ['none'] },
      { slug: 'same', zoneDomain: 'no domain', addTags: ['none'] },
    ],
    token,
  );
  expect(results.map((entry) => entry.code ?? [entry.url?.zoneDomain, entry.url?.tags])).toEqual([
    ['krz.example', ['default']],
    ['own.example', ['own']],
    'NOT_FOUND',
    'NOT_FOUND',
  ]);
});

test('a link that is edited becomes one event of the audit log an edit, and one that is not becomes none', async () => {
  const { body } = await make('audited');
  const events = () =>
    api.db
      .selectFrom('audit_events')
      .select(['action', 'changes'])
      .where('subject_id', '=', body.url.id)
      .orderBy('id')
      .execute();
  await editAll([
    { slug: 'audited', isEnabled: true },
    { slug: 'audited', isEnabled: false },
    { slug: 'audited', addTags: ['t'], isArchived: true },
  ]);
  expect((await events()).slice(1)).toEqual([
    { action: 'link.edited', changes: { isEnabled: { old: true, new: false } } },
    {
      action: 'link.edited',
      changes: { isArchived: { old: false, new: true }, tags: { new: ['t'] } },
    },
  ]);
});

test('failures are told in the language that is asked for', async () => {
  const { results } = await editAll([{ slug: 'nobody' }], api.token, { 'accept-language': 'de' });
  expect(results[0]?.error).toMatch(/gibt es|nicht/);
});

test('a hundred links are edited at once', async () => {
  const { token } = await api.addWorkspace();
  const links = Array.from({ length: 100 }, (_, index) => ({ url, slug: `many-${index}` }));
  await api.fetchJson('POST', '/urls/batch', { token, body: { links } });
  const { edited } = await editAll(
    links.map(({ slug }) => ({ slug, addTags: ['bulk'], isEnabled: false })),
    token,
  );
  expect(edited).toBe(100);
  const { body } = await api.fetchJson<ListAnswer>('GET', '/urls?tag=bulk&state=paused', { token });
  expect(body.total).toBe(100);
});

/** Renames a link; sends again after 429, which a busy machine gives to the newest of a workspace's requests. */
async function rename(slug: string): Promise<number> {
  const { status } = await api.fetchJson('PATCH', `/urls/${slug}`, { body: { newSlug: `${slug}-new` } });
  return status === 429 ? rename(slug) : status;
}

test('batches of the same links in opposite orders, and renames meanwhile, all end', async () => {
  const slugs = Array.from({ length: 20 }, (_, index) => `crossed-${index}`);
  for (const slug of slugs) await make(slug);
  const batches = Array.from({ length: 6 }, (_, index) => {
    const order = index % 2 === 0 ? slugs : slugs.toReversed();
    return editAll(order.map((slug) => ({ slug, addTags: [`batch-${index}`], isEnabled: index % 2 === 0 })));
  });
  const renames = slugs.slice(0, 5).map(rename);
  const answers = await Promise.all(batches);
  expect(await Promise.all(renames)).toEqual(Array(5).fill(200));
  for (const { results } of answers) {
    const codes = new Set(results.map(({ code }) => code).filter((code) => code !== undefined));
    expect([...codes].filter((code) => code !== 'NOT_FOUND')).toEqual([]);
  }
  for (const slug of slugs.slice(5)) {
    const { tags = [] } = await read(slug);
    expect([...tags].sort()).toEqual(batches.map((_, index) => `batch-${index}`));
  }
});
