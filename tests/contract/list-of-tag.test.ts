// The list of one tag is read along indexes of link_tags, which hold copies of titles and hits. In every order it has
// the same links as a sort of `links` and `link_hits`, whatever is counted, edited and copied meanwhile.

import { sql } from 'kysely';
import { copyCountedLinks } from '../../services/api/src/tags/copy-counted-links';
import { foldTagCounts } from '../../services/api/src/links/kept-counts';
import { LIST_ORDERS, type ListOrder } from '../../services/api/src/links/list-order';
import { seededRandom } from '../outage/seeded-random';
import { highLimitPlans } from '../high-limit-plans';
import { until } from '../until';
import { PLAIN_ORDERS } from './plain-orders';
import { startApi, type TestApi, type TestWorkspace } from './start-api';
import type { ListAnswer, UrlAnswer } from './url-answer';

let api: TestApi;
beforeAll(async () => {
  api = await startApi({ settings: { plans: highLimitPlans } });
});
afterAll(() => api.close());

type Place = TestWorkspace & { ask: (method: string, path: string, body?: object) => Promise<unknown> };

async function openPlace(): Promise<Place> {
  const place = await api.addWorkspace();
  const ask = async (method: string, path: string, body?: object) => {
    const answer = await api.fetchJson(method, path, { token: place.token, body });
    if (answer.status >= 300) throw new Error(JSON.stringify(answer.body));
    return answer.body;
  };
  return { ...place, ask };
}

let names = 0;
async function addLink({ ask }: Place, body: object = {}): Promise<{ id: string; slug: string }> {
  const link = { url: 'https://a.example/', slug: `of-tag-${++names}`, tags: ['news'], ...body };
  return ((await ask('POST', '/urls', link)) as UrlAnswer).url;
}

/** Counts as the ingester does. */
const count = (db: TestApi['db'], ids: readonly string[], hits: number) =>
  sql`
    INSERT INTO link_hits AS known (link_id, hits) SELECT id, ${hits} FROM unnest(${ids}::text[]) AS id ORDER BY id
    ON CONFLICT (link_id) DO UPDATE SET hits = known.hits + excluded.hits`.execute(db);

/** Other filters of a query, as conditions of the reference query. */
const FILTERS: Record<string, string> = {
  '': 'NOT is_archived',
  'archived=all': 'true',
  'archived=true': 'is_archived',
  'state=paused': 'NOT is_archived AND NOT is_enabled',
  'archived=all&createdFrom=2000-01-01': 'true',
};
const ONE = 'tag=news';
/** Tags of a query, as conditions on a link's tags. */
const TAGS: Record<string, string> = {
  [ONE]: `count(*) FILTER (WHERE name_key = 'news') = 1`,
  'tag=news&tag=old': `count(*) FILTER (WHERE name_key IN ('news', 'old')) > 0`,
  'tag=news&tag=old&tagMatch=all': `count(*) FILTER (WHERE name_key IN ('news', 'old')) = 2`,
};

async function sortedSlugs({ workspaceId }: Place, order: ListOrder, conditions: readonly string[]) {
  const [condition = '', ofTags = ''] = conditions.map((each) => sql.raw(each));
  const { rows } = await sql<{ slug: string }>`
    SELECT slug FROM links LEFT JOIN link_hits ON link_id = id
    WHERE workspace_id = ${workspaceId} AND ${condition} AND id IN (
      SELECT link_id FROM link_tags JOIN tags ON tags.id = tag_id
      WHERE tags.workspace_id = ${workspaceId} GROUP BY link_id HAVING ${ofTags})
    ORDER BY ${sql.raw(PLAIN_ORDERS[order])}`.execute(api.db);
  return rows.map(({ slug }) => slug);
}

async function listedSlugs({ ask }: Place, query: string, limit: number): Promise<string[]> {
  const slugs: string[] = [];
  for (let page = 1; ; page++) {
    const path = `/urls?${query}&limit=${limit}&page=${page}`;
    const { urls, total } = (await ask('GET', path)) as ListAnswer;
    slugs.push(...urls.map(({ slug }) => slug));
    if (slugs.length >= total || urls.length === 0) return total === slugs.length ? slugs : [`of ${total}`];
  }
}

async function expectSorted(
  place: Place,
  { limit = 100, tags = [ONE], filters = ['', 'archived=all'] } = {},
) {
  for (const tag of tags) {
    for (const filter of filters) {
      for (const order of LIST_ORDERS) {
        const query = `${tag}&${filter}&sort=${order}`;
        const sorted = await sortedSlugs(place, order, [FILTERS[filter] ?? '', TAGS[tag] ?? '']);
        expect([query, await listedSlugs(place, query, limit)]).toEqual([query, sorted]);
      }
    }
  }
}

const notes = async () => (await api.db.selectFrom('counted_links').select('id').execute()).length;
/** Copies all hits. The API copies as well, and each round skips the rows that the API has locked. */
const copyAll = () =>
  until(
    async () => {
      await copyCountedLinks(api.db);
      return (await notes()) === 0;
    },
    { what: 'all that was counted is copied' },
  );

test('in every order, while links are counted, edited, tagged, merged and copied at once', async () => {
  const place = await openPlace();
  const links: { id: string; slug: string }[] = [];
  for (let made = 0; made < 12; made++) {
    const title = ['b', 'B', '', 'ö', 'b'][made % 5];
    links.push(await addLink(place, { title, isArchived: made % 4 === 3, ...(made === 0 && { tags: [] }) }));
  }
  await expectSorted(place, { limit: 3 });
  const { between } = seededRandom('20');
  const one = <Item>(items: readonly Item[], otherwise: Item) =>
    items[between(0, items.length - 1)] ?? otherwise;
  const pick = () => one(links, { id: '', slug: '' });
  // a link or a tag may be gone by then
  const change = (method: string, path: string, body?: object) =>
    place.ask(method, path, body).catch((error: unknown) => expect(String(error)).toContain('NOT_FOUND'));
  const edit = (body: object) => change('PATCH', `/urls/${pick().slug}`, body);
  const batch = () =>
    ['addTags', 'removeTags', 'tags', 'addTags'].map((verb) => ({
      slug: pick().slug,
      [verb]: [one(['news', 'old'], '')],
    }));
  const changes: (() => Promise<unknown>)[] = [
    () => count(api.db, [...new Set([pick().id, pick().id, pick().id])], between(1, 3)),
    () => copyCountedLinks(api.db),
    () => copyCountedLinks(api.db),
    () => edit({ title: one(['', 'a', 'b', 'Ä'], '') }),
    () => edit({ isArchived: between(0, 1) === 1 }),
    () => edit({ isEnabled: between(0, 1) === 1 }),
    () => edit({ tags: one<string[]>([['news'], ['old'], ['news', 'old']], []) }),
    () => change('PATCH', '/urls/batch', { links: batch() }),
    () => sql`UPDATE links SET pre_tracking = ${between(0, 3)} WHERE id = ${pick().id}`.execute(api.db),
    () => change('DELETE', `/urls/${pick().slug}`),
    async () => links.push(await addLink(place, { tags: ['news', 'old'] })),
  ];
  const ofTag = [
    () => change('PATCH', '/tags/old', { name: 'news', merge: true }),
    () => change('DELETE', '/tags/old'),
    () => change('PATCH', '/tags/old', { name: 'Old' }),
  ];
  for (let round = 0; round < 6; round++) {
    await Promise.all([...changes, one(ofTag, () => Promise.resolve())].map((make) => make()));
    await expectSorted(place, { tags: Object.keys(TAGS), filters: [one(Object.keys(FILTERS), '')] });
  }
  await copyAll();
  await expectSorted(place, { tags: Object.keys(TAGS), filters: ['archived=all'] });
  await expectSorted(place, { limit: 3, filters: Object.keys(FILTERS) });
});

test('what is copied is what was counted', async () => {
  const place = await openPlace();
  const { id } = await addLink(place);
  await count(api.db, [id], 7);
  const copied = async () =>
    (await api.db.selectFrom('link_tags').select('hits').where('link_id', '=', id).execute()).map(
      ({ hits }) => hits,
    );
  await Promise.all([copyAll(), copyAll()]);
  expect(await copied()).toEqual([7]);
});

test('a copy waits for nobody, and comes later for links that somebody holds', async () => {
  const place = await openPlace();
  const held = await addLink(place);
  const free = await addLink(place);
  await copyAll();
  await count(api.db, [held.id, free.id], 3);
  await api.db.transaction().execute(async (holder) => {
    await sql`SELECT FROM link_tags WHERE link_id = ${held.id} FOR UPDATE`.execute(holder);
    await copyCountedLinks(api.db);
    expect(await notes()).toBe(1);
    await expectSorted(place);
  });
  await copyAll();
});

test.each([
  ['counting ends first', true],
  ['the tag is there first', false],
])('a link that is counted while it gets its tag: %s', async (_how, isCountedFirst) => {
  const place = await openPlace();
  await count(api.db, [(await addLink(place)).id], 1);
  const { id, slug } = await addLink(place, { tags: [] });
  await copyCountedLinks(api.db);
  let end: () => void = () => undefined;
  const isToEnd = new Promise<void>((resolve) => (end = resolve));
  let begun: () => void = () => undefined;
  const hasBegun = new Promise<void>((resolve) => (begun = resolve));
  const counting = api.db.transaction().execute(async (transaction) => {
    await count(transaction, [id], 5);
    begun();
    await isToEnd;
  });
  await hasBegun;
  if (isCountedFirst) {
    end();
    await counting;
    await copyCountedLinks(api.db);
  }
  await place.ask('PATCH', `/urls/${slug}`, { tags: ['news'] });
  await copyCountedLinks(api.db);
  end();
  await counting;
  expect((await listedSlugs(place, `${ONE}&sort=-hits`, 10))[0]).toBe(slug);
  await copyCountedLinks(api.db);
  expect((await listedSlugs(place, `${ONE}&sort=-hits`, 10))[0]).toBe(slug);
});

test('a link that is counted stands where its hits are, among many that are not', async () => {
  const place = await openPlace();
  const links = Array.from({ length: 25 }, () => ({
    url: 'https://a.example/',
    slug: `of-tag-${++names}`,
    tags: ['news'],
  }));
  await place.ask('POST', '/urls/batch', { links });
  await copyAll();
  const ids = await api.db
    .selectFrom('links')
    .select('id')
    .where('workspace_id', '=', place.workspaceId)
    .execute();
  for (const [at, hits] of [4, 2].entries()) {
    await count(api.db, [ids[7 * at]?.id ?? ''], hits);
    await expectSorted(place, { limit: 10, filters: [''] });
  }
});

test('a link that gets another tag after its hits were copied is one link, with its hits', async () => {
  const place = await openPlace();
  const { id, slug } = await addLink(place);
  await count(api.db, [id, (await addLink(place)).id], 7);
  await copyCountedLinks(api.db);
  await count(api.db, [id], 1);
  await place.ask('PATCH', `/urls/${slug}`, { tags: ['news', 'old'] });
  await expectSorted(place, { tags: Object.keys(TAGS) });
});

test('the counts of tags are true after edits, merges, deletions and folds', async () => {
  const place = await openPlace();
  for (let made = 0; made < 6; made++)
    await addLink(place, { tags: made % 2 ? ['news', 'old'] : ['old'], isArchived: made % 3 === 0 });
  const { slug } = await addLink(place);
  await place.ask('DELETE', `/urls/${slug}`);
  await place.ask('PATCH', '/tags/old', { name: 'News', merge: true });
  for (let edit = 0; edit < 60; edit++)
    await sql`UPDATE links SET is_archived = NOT is_archived WHERE workspace_id = ${place.workspaceId}`.execute(
      api.db,
    );
  await Promise.all([foldTagCounts(api.db), foldTagCounts(api.db), addLink(place)]);
  await expectSorted(place);
  const { tags } = (await place.ask('GET', '/tags')) as { tags: object[] };
  expect(tags).toEqual([{ name: 'news', links: 5, archivedLinks: 2 }]);
  const rows = await api.db
    .selectFrom('tag_counts')
    .innerJoin('tags', 'tags.id', 'tag_counts.tag_id')
    .select('links')
    .where('tags.workspace_id', '=', place.workspaceId)
    .execute();
  expect(rows.length).toBeLessThan(100);
});
