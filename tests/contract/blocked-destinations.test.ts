// Destinations that the operator has blocked: the effect on new links, edits and existing links, and on a mark whose
// owner deletes the link and makes it again.

import { blockDestination, runSweeps, setLinkRestricted, setLinkUnsafe } from '@kurz/api';
import { makeBlocking, nameOfBlocked } from './blocking';
import { codeOf, newPlace } from './custom-domains';
import { SHARED_DOMAIN, startApi, type TestApi } from './start-api';
import type { ErrorAnswer, UrlBody } from './url-answer';

type Flagged = { url: UrlBody & { isRestricted?: boolean; isUnsafe?: boolean } } & ErrorAnswer;

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const create = (url: string, slug?: string) =>
  api.fetchJson<Flagged>('POST', '/urls', { body: { url, ...(slug !== undefined && { slug }) } });
const read = async (slug: string) => (await api.fetchJson<Flagged>('GET', `/urls/${slug}`)).body.url;
const stateOf = async (slug: string) => {
  const entry = await api.linkCache.get({ zoneId: api.zoneId, slug });
  return entry?.kind === 'link' ? entry.state : entry?.kind;
};
const { sweep, block, unblock } = makeBlocking(() => api);

async function verdict(which: typeof setLinkUnsafe, slug: string, isMarked: boolean, alone = false) {
  const outcome = await which(api.db, SHARED_DOMAIN, slug, isMarked, undefined, alone);
  await sweep();
  return outcome.kind;
}

test('an unsafe link that its owner deletes and makes anew is unsafe again, until the verdict is lifted', async () => {
  const url = 'https://washed.example/win?a=1';
  await create(url, 'washed');
  await verdict(setLinkUnsafe, 'washed', true);
  expect((await api.fetchJson('DELETE', '/urls/washed')).status).toBe(200);
  const again = await create(url, 'washed');
  expect([again.status, again.body.url.isUnsafe]).toEqual([201, true]);
  expect(await stateOf('washed')).toBe('unsafe');
  for (const twin of ['http://WASHED.example./win?a=1#top', 'https://washed.example:443/%77in?a=1']) {
    expect((await create(twin)).body.url.isUnsafe).toBe(true);
  }
  expect((await create('https://washed.example/other')).body.url.isUnsafe).toBeUndefined();
  expect(await verdict(setLinkUnsafe, 'washed', false)).toBe('changed');
  expect(await stateOf('washed')).toBe('enabled');
  expect((await create(url)).body.url.isUnsafe).toBeUndefined();
});

test('the destination of a restricted link can have no other link, and takes those that exist with it', async () => {
  const url = 'https://stopped.example/login';
  await create(url, 'stopped');
  await create(url, 'twin');
  await create('https://harmless.example/', 'edited-to');
  await verdict(setLinkRestricted, 'stopped', true);
  expect(await stateOf('twin')).toBe('restricted');
  expect((await read('twin')).isRestricted).toBe(true);
  const refused = await create(url);
  expect(codeOf(refused)).toEqual([400, 'VALIDATION_FAILED']);
  expect(refused.body.error).toContain('blocked');
  const edited = await api.fetchJson<Flagged>('PATCH', '/urls/edited-to', { body: { url } });
  expect(codeOf(edited)).toEqual([400, 'VALIDATION_FAILED']);
  expect(await stateOf('edited-to')).toBe('enabled');
  expect(await verdict(setLinkRestricted, 'stopped', false)).toBe('changed');
  expect([await stateOf('stopped'), await stateOf('twin')]).toEqual(['enabled', 'enabled']);
  expect((await create(url)).status).toBe(201);
});

test('a verdict may be on a link alone', async () => {
  const url = 'https://shared-by-many.example/';
  await create(url, 'lone');
  await create(url, 'bystander');
  await verdict(setLinkRestricted, 'lone', true, true);
  expect([await stateOf('lone'), await stateOf('bystander')]).toEqual(['restricted', 'enabled']);
  expect((await create(url)).status).toBe(201);
});

test('a blocked host stands for all below it and every port, in a batch item by item', async () => {
  await block('Bücher-Evil.example.', 'restricted');
  await block('warned.example', 'unsafe');
  const urls = [
    'https://xn--bcher-evil-9db.example/',
    'http://a.b.bücher-evil.example:8080/x',
    'https://notbücher-evil.example/',
    'https://deep.warned.example/',
    'https://warned.example.other.example/',
  ];
  const { body } = await api.fetchJson<{
    results: ({ status: number; code?: string } & Partial<Flagged>)[];
  }>('POST', '/urls/batch', { body: { links: urls.map((url) => ({ url })) } });
  expect(body.results.map(({ status, code, url }) => [status, code ?? url?.isUnsafe])).toEqual([
    [400, 'VALIDATION_FAILED'],
    [400, 'VALIDATION_FAILED'],
    [201, undefined],
    [201, true],
    [201, undefined],
  ]);
});

test('links that exist are marked page by page, newer than before, and get back what they were', async () => {
  const links = Array.from({ length: 450 }, (_, index) => ({
    url: `https://h${index % 7}.bulk.example/${index}`,
    slug: `bulk-${index}`,
  }));
  for (let at = 0; at < links.length; at += 100) {
    await api.fetchJson('POST', '/urls/batch', { body: { links: links.slice(at, at + 100) } });
  }
  await verdict(setLinkUnsafe, 'bulk-3', true, true);
  const before = await api.linkCache.get({ zoneId: api.zoneId, slug: 'bulk-0' });
  await block('bulk.example', 'unsafe');
  const states = () => Promise.all(links.map(({ slug }) => stateOf(slug)));
  expect(new Set(await states())).toEqual(new Set(['unsafe']));
  const after = await api.linkCache.get({ zoneId: api.zoneId, slug: 'bulk-0' });
  expect(after?.version).toBeGreaterThan(before?.version ?? 0);
  await block('h1.bulk.example', 'unsafe');
  await unblock('bulk.example');
  const left = (await states()).map((state, index) => [state, index] as const);
  for (const [state, index] of left) {
    expect(state).toBe(index % 7 === 1 || index === 3 ? 'unsafe' : 'enabled');
  }
  await unblock('h1.bulk.example');
  expect((await states()).filter((state) => state === 'unsafe')).toHaveLength(1);
});

test('a sweep that was killed on its way is done to the end by the next', async () => {
  const links = Array.from({ length: 300 }, (_, index) => ({
    url: `https://killed.example/${index}`,
    slug: `killed-${index}`,
  }));
  for (let at = 0; at < links.length; at += 100) {
    await api.fetchJson('POST', '/urls/batch', { body: { links: links.slice(at, at + 100) } });
  }
  await blockDestination(api.db, nameOfBlocked('killed.example'), 'restricted');
  await expect(runSweeps(api.db, () => Promise.reject(new Error('killed')))).rejects.toThrow('killed');
  await sweep();
  const states = await Promise.all(links.map(({ slug }) => stateOf(slug)));
  expect(new Set(states)).toEqual(new Set(['restricted']));
  expect(await api.db.selectFrom('link_sweeps').selectAll().execute()).toEqual([]);
});

test('links that are made while their destination is being blocked end with the mark or not at all', async () => {
  for (let round = 0; round < 5; round++) {
    const host = `race-${round}.example`;
    const slugs = Array.from({ length: 8 }, (_, index) => `race-${round}-${index}`);
    const made = slugs.map((slug) => create(`https://${host}/${slug}`, slug));
    await Promise.all([...made, blockDestination(api.db, nameOfBlocked(host), 'unsafe')]);
    await sweep();
    expect(new Set(await Promise.all(slugs.map(stateOf)))).toEqual(new Set(['unsafe']));
  }
});

test('a new destination that is flagged marks the link, and leaving it takes no mark away', async () => {
  await create('https://clean.example/', 'turned');
  await block('turned-to.example', 'unsafe');
  const edit = (url: string) => api.fetchJson<Flagged>('PATCH', '/urls/turned', { body: { url } });
  expect((await edit('https://turned-to.example/')).body.url.isUnsafe).toBe(true);
  expect((await edit('https://clean.example/')).body.url.isUnsafe).toBe(true);
  await unblock('turned-to.example');
  expect((await read('turned')).isUnsafe).toBeUndefined();
});

test('a link whose destination the operator blocked is lifted with that entry alone', async () => {
  await block('entry.example', 'unsafe');
  await create('https://entry.example/', 'by-entry');
  expect(await verdict(setLinkUnsafe, 'by-entry', false)).toBe('blocked');
  expect(await stateOf('by-entry')).toBe('unsafe');
});

test('the root of a custom domain cannot lead to a blocked destination', async () => {
  await block('root-trap.example', 'unsafe');
  const place = await newPlace(api);
  const zone = await place.addVerified('go.rooted.example');
  const edited = await place.edit(zone.id, { rootRedirectURL: 'https://www.root-trap.example/' });
  expect(codeOf(edited)).toEqual([400, 'VALIDATION_FAILED']);
});
