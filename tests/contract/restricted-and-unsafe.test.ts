// The flags that only the service sets (contract §2.1, §3.1, §4.8): what they change for the owner of a link and in the
// link cache, which the redirectors read.

import { setLinkRestricted, setLinkUnsafe } from '@kurz/api';
import { SHARED_DOMAIN, startApi, type TestApi } from './start-api';
import type { ErrorAnswer, ListAnswer, UrlAnswer, UrlBody } from './url-answer';

type FlaggedUrl = UrlBody & { isRestricted?: boolean; isUnsafe?: boolean };

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const create = (slug: string) =>
  api.fetchJson<UrlAnswer>('POST', '/urls', { body: { url: `https://a.example/${slug}`, slug } });
const edit = (slug: string, body: object) =>
  api.fetchJson<{ url: FlaggedUrl } & ErrorAnswer>('PATCH', `/urls/${slug}`, { body });
const read = async (slug: string) =>
  (await api.fetchJson<{ url: FlaggedUrl }>('GET', `/urls/${slug}`)).body.url;
const remove = (slug: string) => api.fetchJson<ErrorAnswer>('DELETE', `/urls/${slug}`);
const entry = (slug: string) => api.linkCache.get({ zoneId: api.zoneId, slug });
const changesOf = (slug: string) =>
  api.db.selectFrom('link_changes').selectAll().where('slug', '=', slug).execute();

async function restrict(slug: string, isRestricted: boolean, domain = SHARED_DOMAIN) {
  const outcome = await setLinkRestricted(api.db, domain, slug, isRestricted);
  await api.api.relayOutbox();
  return outcome.kind;
}

async function flagUnsafe(slug: string, isUnsafe: boolean) {
  const outcome = await setLinkUnsafe(api.db, SHARED_DOMAIN, slug, isUnsafe);
  await api.api.relayOutbox();
  return outcome.kind;
}

test('a link has neither flag in its answers until the service sets it, and none after it is lifted', async () => {
  await create('flags');
  expect(Object.keys(await read('flags'))).toEqual(expect.not.arrayContaining(['isRestricted', 'isUnsafe']));
  await restrict('flags', true);
  await flagUnsafe('flags', true);
  expect(await read('flags')).toMatchObject({ isRestricted: true, isUnsafe: true });
  const { body } = await api.fetchJson<ListAnswer>('GET', '/urls?q=flags');
  expect(body.urls).toMatchObject([{ isRestricted: true, isUnsafe: true }]);
  await restrict('flags', false);
  await flagUnsafe('flags', false);
  expect(Object.keys(await read('flags'))).toEqual(expect.not.arrayContaining(['isRestricted', 'isUnsafe']));
});

test('each change is newer than the one before in the link cache, and says what visitors get', async () => {
  await create('states');
  const versions: number[] = [];
  const steps = [
    ['restricted', () => restrict('states', true)],
    ['restricted', () => flagUnsafe('states', true)],
    ['unsafe', () => restrict('states', false)],
    ['enabled', () => flagUnsafe('states', false)],
  ] as const;
  for (const [state, step] of steps) {
    expect(await step()).toBe('changed');
    const known = await entry('states');
    expect(known).toMatchObject({ kind: 'link', state });
    versions.push(known?.version ?? 0);
  }
  expect(versions).toEqual([...new Set(versions)].sort((a, b) => a - b));
});

test('a change leaves word in the transaction that makes it; what is so already leaves none', async () => {
  await create('word');
  expect((await setLinkRestricted(api.db, SHARED_DOMAIN, 'word', true)).kind).toBe('changed');
  expect(await changesOf('word')).toHaveLength(1);
  await api.api.relayOutbox();
  const { updatedAt } = await read('word');
  expect((await setLinkRestricted(api.db, SHARED_DOMAIN, 'word', true)).kind).toBe('unchanged');
  expect(await changesOf('word')).toHaveLength(0);
  expect((await read('word')).updatedAt).toBe(updatedAt);
});

test('the domain may be written in any way; an unknown one or an unknown slug is no link', async () => {
  await create('spelled');
  expect(await restrict('spelled', true, ` ${SHARED_DOMAIN.toUpperCase()}. `)).toBe('changed');
  expect(await restrict('spelled', true, 'nowhere.example')).toBe('no_such_link');
  expect(await restrict('nobody', true)).toBe('no_such_link');
  expect(await restrict('spelled', true, 'no domain')).toBe('no_such_link');
});

test('the owner of a restricted link edits it, without lifting anything', async () => {
  await create('edited');
  await restrict('edited', true);
  const edited = await edit('edited', {
    url: 'https://b.example/',
    title: 'new',
    isEnabled: false,
    isRestricted: false,
  });
  expect(edited.status).toBe(200);
  expect(edited.body.url).toMatchObject({
    url: 'https://b.example/',
    title: 'new',
    isEnabled: false,
    isRestricted: true,
  });
  expect(await entry('edited')).toMatchObject({ state: 'restricted', location: 'https://b.example/' });
});

test('the owner of a restricted link can neither delete it nor free its slug by renaming it', async () => {
  await create('stays');
  await restrict('stays', true);
  for (const answered of [await remove('stays'), await edit('stays', { newSlug: 'moved' })]) {
    expect([answered.status, answered.body.code]).toEqual([403, 'LINK_RESTRICTED']);
  }
  expect((await edit('stays', { newSlug: 'stays' })).status).toBe(200);
  const other = { url: 'https://elsewhere.example/', slug: 'stays' };
  expect((await api.fetchJson('POST', '/urls', { body: other })).status).toBe(409);
  await restrict('stays', false);
  expect((await edit('stays', { newSlug: 'moved' })).status).toBe(200);
  expect((await remove('moved')).status).toBe(200);
});

test('a new destination takes no warning from a link; an unsafe link can be deleted, and is unsafe when made anew', async () => {
  await create('warned');
  await flagUnsafe('warned', true);
  const edited = await edit('warned', { url: 'https://harmless.example/' });
  expect(edited.body.url.isUnsafe).toBe(true);
  expect(await entry('warned')).toMatchObject({ state: 'unsafe' });
  expect((await remove('warned')).status).toBe(200);
  await create('warned');
  expect(await read('warned')).toMatchObject({ isUnsafe: true });
});

test('a link that its owner deletes and the service restricts at once ends as one or the other', async () => {
  for (const slug of ['race-1', 'race-2', 'race-3', 'race-4']) {
    await create(slug);
    const [removed, outcome] = await Promise.all([
      remove(slug),
      setLinkRestricted(api.db, SHARED_DOMAIN, slug, true),
    ]);
    await api.api.relayOutbox();
    const isGone = removed.status === 200;
    expect(outcome.kind).toBe(isGone ? 'no_such_link' : 'changed');
    expect(await entry(slug)).toMatchObject(isGone ? { kind: 'gone' } : { state: 'restricted' });
  }
});
