// `rules` of a link, an addition to contract §2.1 and §4.1 to §4.3: the field is there only when a link has rules.

import { makeBlocking } from './blocking';
import { startApi, type TestApi } from './start-api';
import type { ErrorAnswer, UrlAnswer } from './url-answer';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const url = 'https://shop.example/all';
const scanned = { when: { via: 'scan' }, url: 'https://shop.example/poster' };
const rules = [
  {
    when: { country: ['DE', 'AT'], system: ['iOS'], device: ['mobile'] },
    url: ' https://münchen.example/app ',
  },
  {
    when: {
      browser: ['Firefox'],
      language: ['de'],
      time: { zone: 'Europe/Berlin', weekdays: ['fri', 'sat', 'fri'], from: '22:00', to: '04:00' },
    },
    url: 'https://shop.example/night',
  },
  { when: { query: { name: 'ref', value: 'ä b' } }, url: 'https://shop.example/ref' },
  scanned,
];
const shown = [
  { ...rules[0], url: 'https://münchen.example/app' },
  {
    when: {
      browser: ['Firefox'],
      language: ['de'],
      time: { zone: 'Europe/Berlin', weekdays: ['fri', 'sat'], from: '22:00', to: '04:00' },
    },
    url: 'https://shop.example/night',
  },
  rules[2],
  scanned,
];
const cachedOf = (slug: string) => api.linkCache.get({ zoneId: api.zoneId, slug });
const create = (body: object) => api.fetchJson<UrlAnswer & ErrorAnswer>('POST', '/urls', { body });
const edit = (slug: string, body: object) =>
  api.fetchJson<UrlAnswer & ErrorAnswer>('PATCH', `/urls/${slug}`, { body });
const read = async (slug: string) => (await api.fetchJson<UrlAnswer>('GET', `/urls/${slug}`)).body.url;
const locationsOf = (slug: string) =>
  api.db
    .selectFrom('links')
    .select(['location', 'fallback_location', 'condition_locations'])
    .where('slug', '=', slug)
    .executeTakeFirstOrThrow();

test('A new link has its rules in every answer, and its destination where only redirectors with rules look', async () => {
  const made = await create({ url, slug: 'whole', rules });
  expect(made.status).toBe(201);
  expect(made.body.url).toMatchObject({ url, rules: shown });
  expect(JSON.stringify(await read('whole'))).toBe(JSON.stringify(made.body.url));
  const listed = await api.fetchJson<{ urls: unknown[] }>('GET', '/urls?q=whole');
  expect(listed.body.urls).toEqual([made.body.url]);
  expect(await locationsOf('whole')).toEqual({
    location: '',
    fallback_location: url,
    condition_locations: [
      'https://xn--mnchen-3ya.example/app',
      'https://shop.example/night',
      'https://shop.example/ref',
      'https://shop.example/poster',
    ],
  });
  expect(await cachedOf('whole')).toMatchObject({
    state: 'conditional',
    location: url,
    conditional: {
      isUnsafe: false,
      text:
        '{"r":[{"c":["DE","AT"],"d":["mobile"],"s":["iOS"],"to":"https://xn--mnchen-3ya.example/app"},' +
        '{"b":["Firefox"],"l":["de"],"t":["Europe/Berlin","56",1320,240],"to":"https://shop.example/night"},' +
        '{"q":["ref","\\u00e4\\u0020b"],"to":"https://shop.example/ref"},' +
        '{"v":"scan","to":"https://shop.example/poster"}]}',
    },
  });
});

test('A link without rules shows none, and is in table and link cache as ever', async () => {
  for (const body of [{ slug: 'plain' }, { slug: 'emptied', rules: [] }, { slug: 'null', rules: null }]) {
    const made = await create({ url, ...body });
    expect(made.body.url).not.toHaveProperty('rules');
    expect(await locationsOf(body.slug)).toEqual({
      location: url,
      fallback_location: null,
      condition_locations: null,
    });
    expect(await cachedOf(body.slug)).toMatchObject({ state: 'enabled', location: url });
  }
});

test('An edit sets, keeps, replaces and removes them', async () => {
  await create({ url, slug: 'edited' });
  const set = await edit('edited', { rules: [scanned] });
  expect(set.body.url).toMatchObject({ rules: [scanned] });
  const same = await edit('edited', { rules: [scanned] });
  expect(same.body.url.updatedAt).toBe(set.body.url.updatedAt);
  const moved = await edit('edited', { url: 'https://shop.example/new', title: 'Kept' });
  expect(moved.body.url).toMatchObject({ url: 'https://shop.example/new', rules: [scanned] });
  expect(await locationsOf('edited')).toMatchObject({
    location: '',
    fallback_location: 'https://shop.example/new',
  });
  expect(await cachedOf('edited')).toMatchObject({
    state: 'conditional',
    location: 'https://shop.example/new',
  });
  expect((await edit('edited', { rules })).body.url).toMatchObject({ rules: shown });
  const bare = await edit('edited', { rules: null });
  expect(bare.body.url).not.toHaveProperty('rules');
  expect(await locationsOf('edited')).toEqual({
    location: 'https://shop.example/new',
    fallback_location: null,
    condition_locations: null,
  });
  expect(await cachedOf('edited')).toMatchObject({ state: 'enabled', location: 'https://shop.example/new' });
});

test('Links of a batch have them, and an edit in a batch keeps them', async () => {
  const links = [
    { url, slug: 'batch-1', rules: [scanned] },
    { url, slug: 'batch-2' },
  ];
  const made = await api.fetchJson<{ results: { url: object }[] }>('POST', '/urls/batch', {
    body: { links },
  });
  expect(made.body.results[0]?.url).toMatchObject({ rules: [scanned] });
  expect(made.body.results[1]?.url).not.toHaveProperty('rules');
  const body = { links: [{ slug: 'batch-1', url: 'https://shop.example/other' }] };
  const edited = await api.fetchJson<{ results: { url: object }[] }>('PATCH', '/urls/batch', { body });
  expect(edited.body.results[0]?.url).toMatchObject({ rules: [scanned], url: 'https://shop.example/other' });
  expect(await locationsOf('batch-1')).toMatchObject({ location: '' });
});

test('Who looks for a link of a destination finds none with rules, and with rules gets a new one', async () => {
  const body = { url: 'https://shop.example/sought', rules: [scanned] };
  const options = { body };
  const first = await api.fetchJson<UrlAnswer>('POST', '/urls?findExisting=url', options);
  expect([first.status, (await api.fetchJson('POST', '/urls?findExisting=url', options)).status]).toEqual([
    201, 201,
  ]);
  const plain = { body: { url: body.url } };
  expect((await api.fetchJson('POST', '/urls?findExisting=url', plain)).status).toBe(201);
  expect((await api.fetchJson('POST', '/urls?findExisting=url', plain)).status).toBe(200);
});

test('Their edits stand in the audit log', async () => {
  await create({ url, slug: 'audited' });
  await edit('audited', { rules: [scanned] });
  const { changes } = await api.db
    .selectFrom('audit_events')
    .select('changes')
    .where('action', '=', 'link.edited')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  expect(changes).toEqual({ rules: { old: null, new: [scanned] } });
});

describe('The list of blocked destinations', () => {
  const { block, unblock } = makeBlocking(() => api);
  const markOf = async (slug: string) => {
    const entry = await cachedOf(slug);
    if (entry?.kind !== 'link') return entry?.kind;
    return entry.conditional?.isUnsafe ? 'unsafe' : entry.state;
  };
  const leadingTo = (host: string) => [scanned, { when: { country: ['DE'] }, url: `https://${host}/x` }];

  test('refuses a rule that leads to a blocked one, in new links and in edits', async () => {
    await block('blocked.example', 'restricted');
    const led = { rules: leadingTo('sub.blocked.example') };
    expect((await create({ url, ...led })).body).toMatchObject({ field: 'rules[1].url' });
    await create({ url, slug: 'unblocked' });
    expect((await edit('unblocked', led)).body).toMatchObject({ field: 'rules[1].url' });
  });

  test('marks a link by a rule or its fallback, new, edited and swept, until it is lifted', async () => {
    const led = { rules: leadingTo('evil.example') };
    await create({ url, slug: 'swept', ...led });
    await create({ url: 'https://a.evil.example/', slug: 'fallback', rules: [scanned] });
    await create({ url, slug: 'edit-marked' });
    await block('evil.example', 'unsafe');
    await create({ url, slug: 'new-marked', ...led });
    await edit('edit-marked', led);
    const slugs = ['swept', 'fallback', 'edit-marked', 'new-marked'];
    for (const slug of slugs) expect([slug, await markOf(slug)]).toEqual([slug, 'unsafe']);
    await unblock('evil.example');
    for (const slug of slugs) expect([slug, await markOf(slug)]).toEqual([slug, 'conditional']);
  });
});
