// startsAt, expiresAt and expiredUrl of a link, additions to contract §2.1 and §4.1 to §4.3: present only when set.

import { makeBlocking } from './blocking';
import { startApi, SHARED_DOMAIN, type TestApi } from './start-api';
import type { ErrorAnswer, UrlAnswer } from './url-answer';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const url = 'https://shop.example/spring';
const startsAt = '2090-03-01T09:00:00+01:00';
const expiresAt = '2090-06-01T00:00:00.5Z';
const expiredUrl = ' https://münchen.example/over ';
const shown = {
  startsAt: '2090-03-01T08:00:00.000Z',
  expiresAt: '2090-06-01T00:00:00.500Z',
  expiredUrl: 'https://münchen.example/over',
};
const cachedOf = (slug: string) => api.linkCache.get({ zoneId: api.zoneId, slug });
const create = (body: object) => api.fetchJson<UrlAnswer & ErrorAnswer>('POST', '/urls', { body });
const edit = (slug: string, body: object) =>
  api.fetchJson<UrlAnswer & ErrorAnswer>('PATCH', `/urls/${slug}`, { body });
const read = async (slug: string) => (await api.fetchJson<UrlAnswer>('GET', `/urls/${slug}`)).body.url;
const german = { 'Accept-Language': 'de' };

test('A new link has them in every answer and in the link cache', async () => {
  const made = await create({ url, slug: 'whole', startsAt, expiresAt, expiredUrl });
  expect(made.status).toBe(201);
  expect(made.body.url).toMatchObject(shown);
  expect(await read('whole')).toEqual(made.body.url);
  const listed = await api.fetchJson<{ urls: unknown[] }>('GET', '/urls?q=whole');
  expect(listed.body.urls).toEqual([made.body.url]);
  expect(await cachedOf('whole')).toMatchObject({
    location: url,
    state: 'enabled',
    window: {
      startsAt: Date.parse(shown.startsAt),
      expiresAt: Date.parse(shown.expiresAt),
      expiredLocation: 'https://xn--mnchen-3ya.example/over',
    },
  });
});

test('A link without them shows none, and is in the link cache as ever', async () => {
  const { body } = await create({ url, slug: 'plain' });
  for (const field of Object.keys(shown)) expect(body.url).not.toHaveProperty(field);
  expect(await cachedOf('plain')).not.toHaveProperty('window');
});

test('An edit sets, keeps and removes them, each alone', async () => {
  await create({ url, slug: 'edited' });
  expect((await edit('edited', { expiresAt })).body.url).toMatchObject({ expiresAt: shown.expiresAt });
  expect((await edit('edited', { title: 'Kept' })).body.url).toMatchObject({ expiresAt: shown.expiresAt });
  expect((await edit('edited', { startsAt, expiredUrl })).body.url).toMatchObject(shown);
  expect((await edit('edited', { url: 'https://shop.example/new' })).body.url).toMatchObject(shown);
  expect(await cachedOf('edited')).toMatchObject({
    location: 'https://shop.example/new',
    window: { startsAt: Date.parse(shown.startsAt) },
  });
  const bare = await edit('edited', { startsAt: null, expiresAt: null, expiredUrl: null });
  for (const field of Object.keys(shown)) expect(bare.body.url).not.toHaveProperty(field);
  expect(await read('edited')).toEqual(bare.body.url);
  const cached = await cachedOf('edited');
  expect(cached).toMatchObject({ location: 'https://shop.example/new' });
  expect(cached).not.toHaveProperty('window');
});

test('An edit may end a link at once, and saying what is so already changes nothing', async () => {
  await create({ url, slug: 'over', expiresAt });
  const past = '2020-01-01T00:00:00Z';
  const ended = await edit('over', { expiresAt: past });
  expect([ended.status, ended.body.url.expiresAt]).toEqual([200, '2020-01-01T00:00:00.000Z']);
  const again = await edit('over', { expiresAt: '2020-01-01T01:00:00+01:00' });
  expect(again.body.url.updatedAt).toBe(ended.body.url.updatedAt);
});

test.each([
  ['an end that is no time', { expiresAt: 'tomorrow' }, 'expiresAt'],
  ['an end without an offset', { expiresAt: '2090-06-01T00:00:00' }, 'expiresAt'],
  ['an end in the past', { expiresAt: '2020-01-01T00:00:00Z' }, 'expiresAt'],
  ['an end of the year 9999', { expiresAt: '9999-12-31T23:59:59Z' }, 'expiresAt'],
  ['a begin of the year 0', { startsAt: '0000-01-01T00:00:00Z' }, 'startsAt'],
  ['an end before the begin', { startsAt: expiresAt, expiresAt: '2090-01-01T00:00:00Z' }, 'expiresAt'],
  ['an end that is a number', { expiresAt: 3_797_625_600 }, 'expiresAt'],
  ['an end that is null', { expiresAt: null }, 'expiresAt'],
  ['a place after no end', { expiredUrl }, 'expiredUrl'],
  ['a place that is none', { expiresAt, expiredUrl: 'nowhere' }, 'expiredUrl'],
  ['a place of another scheme', { expiresAt, expiredUrl: 'javascript:alert(1)' }, 'expiredUrl'],
  ['a place with credentials', { expiresAt, expiredUrl: 'https://a:b@x.example/' }, 'expiredUrl'],
  ['a place on an own domain', { expiresAt, expiredUrl: `https://${SHARED_DOMAIN}/whole` }, 'expiredUrl'],
])('%s: 400 at the field, alone, in a batch, in both languages', async (_, fields, field) => {
  const alone = await create({ url, slug: 'refused', ...fields });
  expect([alone.status, alone.body.code, alone.body.field]).toEqual([400, 'VALIDATION_FAILED', field]);
  const batch = { links: [{ url, slug: 'refused', ...fields }, { url }] };
  const { body } = await api.fetchJson<{ results: ErrorAnswer[] }>('POST', '/urls/batch', { body: batch });
  expect(body.results).toMatchObject([{ code: 'VALIDATION_FAILED', field }, { status: 201 }]);
  const options = { body: { url, ...fields }, headers: german };
  const inGerman = await api.fetchJson<ErrorAnswer>('POST', '/urls', options);
  expect(inGerman.body.error).toContain(`„${field}“`);
  expect((await api.fetchJson('GET', '/urls/refused')).status).toBe(404);
});

test.each([
  ['an end before the stored begin', { expiresAt: '2090-01-01T00:00:00Z' }, 'expiresAt'],
  ['a begin after the stored end', { startsAt: '2091-01-01T00:00:00Z' }, 'startsAt'],
  ['no end while a place is stored', { expiresAt: null }, 'expiredUrl'],
  ['a place on an own domain', { expiredUrl: `https://${SHARED_DOMAIN}/x` }, 'expiredUrl'],
  ['a begin that is false', { startsAt: false }, 'startsAt'],
])('An edit with %s is refused and changes nothing', async (_, fields, field) => {
  const slug = `steady-${field}-${Object.keys(fields).join('')}-${String(Object.values(fields)[0]).length}`;
  const made = await create({ url, slug, startsAt, expiresAt, expiredUrl });
  const refused = await edit(slug, { title: 'Changed', ...fields });
  expect([refused.status, refused.body.code, refused.body.field]).toEqual([400, 'VALIDATION_FAILED', field]);
  expect(await read(slug)).toEqual(made.body.url);
});

test('Links of a batch have them', async () => {
  const body = {
    links: [
      { url, slug: 'batch-1', expiresAt },
      { url, slug: 'batch-2' },
      { url, startsAt },
    ],
  };
  const answered = await api.fetchJson<{ results: { url: object }[] }>('POST', '/urls/batch', { body });
  const urls = answered.body.results.map((result) => result.url);
  expect(urls[0]).toMatchObject({ expiresAt: shown.expiresAt });
  expect(urls[1]).not.toHaveProperty('expiresAt');
  expect(urls[2]).toMatchObject({ startsAt: shown.startsAt });
});

test('Their edits stand in the audit log', async () => {
  await create({ url, slug: 'audited' });
  await edit('audited', { expiresAt });
  const { changes } = await api.db
    .selectFrom('audit_events')
    .select('changes')
    .where('action', '=', 'link.edited')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  expect(changes).toEqual({ expiresAt: { old: null, new: shown.expiresAt } });
});

describe('The list of blocked destinations', () => {
  const { block, unblock } = makeBlocking(() => api);
  const stateOf = async (slug: string) => {
    const entry = await cachedOf(slug);
    return entry?.kind === 'link' ? entry.state : entry?.kind;
  };

  test('refuses a place after the end that is blocked, in new links and in edits', async () => {
    await block('blocked.example', 'restricted');
    const place = { expiresAt, expiredUrl: 'https://sub.blocked.example/over' };
    const refused = await create({ url, ...place });
    expect([refused.status, refused.body.field]).toEqual([400, 'expiredUrl']);
    await create({ url, slug: 'unblocked' });
    const edited = await edit('unblocked', place);
    expect([edited.status, edited.body.field]).toEqual([400, 'expiredUrl']);
  });

  test('marks a link by the place after its end, new, edited and swept, until it is lifted', async () => {
    const place = { expiresAt, expiredUrl: 'https://evil.example/over' };
    await create({ url, slug: 'swept', ...place });
    await create({ url, slug: 'edit-marked' });
    await block('evil.example', 'unsafe');
    await create({ url, slug: 'new-marked', ...place });
    await edit('edit-marked', place);
    const slugs = ['swept', 'edit-marked', 'new-marked'];
    for (const slug of slugs) expect(await stateOf(slug)).toBe('unsafe');
    await unblock('evil.example');
    for (const slug of slugs) expect(await stateOf(slug)).toBe('enabled');
  });

  test('marks a link with an end by its destination, and knows it without the space of its location', async () => {
    await create({ url: 'https://bad.example/a', slug: 'gated', expiresAt });
    await block('bad.example', 'restricted');
    expect(await cachedOf('gated')).toMatchObject({ state: 'restricted', location: 'https://bad.example/a' });
    await unblock('bad.example');
    expect(await cachedOf('gated')).toMatchObject({ state: 'enabled', window: {} });
  });
});
