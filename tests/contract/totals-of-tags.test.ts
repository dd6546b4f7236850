// The totals of several tags are kept from list to list. Each equals a plain count in the same snapshot, while the tags
// of links change in every way at once.

import { sql } from 'kysely';
import { foldTagCounts } from '../../services/api/src/links/kept-counts';
import { makeTotalsOfTags } from '../../services/api/src/links/totals-of-tags';
import { seededRandom } from '../outage/seeded-random';
import { highLimitPlans } from '../high-limit-plans';
import { startApi, type TestApi } from './start-api';

let api: TestApi;
beforeAll(async () => {
  api = await startApi({ settings: { plans: highLimitPlans } });
});
afterAll(() => api.close());

const TAGS = ['a', 'b', 'c'];
const LINKS = 40;
const WRITES = 60;

async function idsOfTags(workspaceId: string): Promise<string[]> {
  const tags = api.db.selectFrom('tags').select('id').where('workspace_id', '=', workspaceId);
  return (await tags.where('name_key', 'in', TAGS).orderBy('name_key').execute()).map(({ id }) => id);
}

type Archived = 'true' | 'all' | undefined;

/** Counts without any kept total. */
async function countPlainly(db: TestApi['db'], ids: readonly string[], needed: number, archived: Archived) {
  const { rows } = await sql<{ links: number }>`
    SELECT count(*) AS links FROM (
      SELECT link_id FROM link_tags
      WHERE tag_id = ANY(${ids}::text[]) AND (${archived === 'all'} OR is_archived = ${archived === 'true'})
      GROUP BY link_id HAVING count(*) >= ${needed}::int) AS each`.execute(db);
  return rows[0]?.links ?? 0;
}

function makeReader() {
  const readTotal = makeTotalsOfTags();
  const looks = { known: 0, counted: 0 };

  /** Reads every total of these tags. `db`: one snapshot. */
  const lookIn = async (db: TestApi['db'], ids: readonly string[]) => {
    for (const archived of [undefined, 'true', 'all'] as const)
      for (const tags of [
        { ids: ids.slice(0, 2), needed: 1 },
        { ids: ids.slice(0, 2), needed: 2 },
        { ids, needed: 1 },
        { ids, needed: 3 },
      ]) {
        const filter = { workspaceId: api.workspaceId, ...(archived && { archived }) };
        const { total, keep } = await readTotal(db, filter, tags);
        const plain = await countPlainly(db, tags.ids, tags.needed, archived);
        if (total === undefined) keep(plain);
        else expect([archived, tags, total]).toEqual([archived, tags, plain]);
        looks[total === undefined ? 'counted' : 'known']++;
      }
  };
  const look = (ids: readonly string[]) =>
    api.db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute((snapshot) => lookIn(snapshot, ids));
  return { look, lookIn, looks };
}

test('totals are exact while links are tagged, untagged, archived, merged and deleted at once', async () => {
  const { seed, between } = seededRandom();
  console.log(`seed ${seed}`);
  const someTags = () => TAGS.filter(() => between(0, 2) > 0);
  const newLink = (slug: string) => ({ url: 'https://a.example/', slug, tags: someTags() });
  const links = Array.from({ length: LINKS }, (_, n) => newLink(`total-${n}`));
  await api.fetchJson('POST', '/urls/batch', {
    body: { links: [...links, { ...newLink('all'), tags: TAGS }] },
  });
  const ids = await idsOfTags(api.workspaceId);
  expect(ids).toHaveLength(TAGS.length);
  const slug = () => `total-${between(0, LINKS - 1)}`;
  const tag = () => TAGS[between(0, 2)] ?? '';
  // a link may be gone, or there again
  const write = (method: string, path: string, body?: object) => api.fetchJson(method, path, { body });
  const writes: (() => Promise<unknown>)[] = [
    () => write('PATCH', `/urls/${slug()}`, { tags: someTags() }),
    () => write('PATCH', `/urls/${slug()}`, { isArchived: between(0, 1) === 1 }),
    () =>
      write('PATCH', '/urls/batch', {
        links: [...new Set([slug(), slug(), slug()])].map((each) => ({ slug: each, addTags: [tag()] })),
      }),
    () => write('DELETE', `/urls/${slug()}`),
    () => write('POST', '/urls', newLink(slug())),
    async () => {
      await write('PATCH', `/urls/${slug()}`, { tags: ['other', tag()] });
      await write('PATCH', '/tags/other', { name: tag(), merge: true });
    },
    () => write('PATCH', `/tags/b`, { name: ['b', 'B'][between(0, 1)] }),
    // a tag may get as many links of a kind as it loses
    () =>
      sql`UPDATE link_tags SET is_archived = NOT is_archived WHERE tag_id = ${ids[between(0, 2)]}`.execute(
        api.db,
      ),
  ];
  const { look, looks } = makeReader();
  let isOver = false;
  const writer = async () => {
    for (let n = 0; n < WRITES / 3; n++) await writes[between(0, writes.length - 1)]?.();
  };
  const reader = async () => {
    while (!isOver) await look(ids);
  };
  const reading = Promise.all([reader(), reader()]);
  await Promise.all([writer(), writer(), writer()]).finally(() => (isOver = true));
  await reading;
  await look(ids);
  expect(looks.known).toBeGreaterThan(looks.counted);
  await foldTagCounts(api.db);
  await write('DELETE', '/tags/b');
  await look(ids);
});

test('a total is counted anew where rows do not name what changed, and in an older snapshot', async () => {
  const place = await api.addWorkspace();
  const post = (links: object[]) =>
    api.fetchJson('POST', '/urls/batch', { token: place.token, body: { links } });
  const url = 'https://a.example/';
  for (const half of ['x', 'y'])
    await post(Array.from({ length: 60 }, (_, n) => ({ url, slug: `${half}-${n}`, tags: n ? ['a'] : TAGS })));
  const ids = await idsOfTags(place.workspaceId);
  const { look, lookIn, looks } = makeReader();
  const older = await api.db.startTransaction().setIsolationLevel('repeatable read').execute();
  try {
    await lookIn(older, ids);
    await sql`
      INSERT INTO link_tags (link_id, tag_id) SELECT id, ${ids[1]} FROM links WHERE workspace_id = ${place.workspaceId}
      ON CONFLICT DO NOTHING`.execute(api.db);
    await look(ids);
    await post([{ url, slug: 'z', tags: TAGS }]);
    await look(ids);
    expect(looks.known).toBeGreaterThan(0);
    await lookIn(older, ids);
  } finally {
    await older.rollback().execute();
  }
});
