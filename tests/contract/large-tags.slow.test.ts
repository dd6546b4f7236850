// Tags with 100,000 links: lists by one or more tags are read along indexes. A merge and a deletion keep to the
// statement timeout, and nobody sees them half done.

import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase, type Database, type Db } from '@kurz/database';
import { sql } from 'kysely';
import { makeFindPage } from '../../services/api/src/links/find-page';
import { LIST_ORDERS, type ListOrder } from '../../services/api/src/links/list-order';
import { copyCountedLinks } from '../../services/api/src/tags/copy-counted-links';
import { deleteTag, renameTag } from '../../services/api/src/tags/change-tags';
import { findTags } from '../../services/api/src/tags/find-tags';
import { openFixtureDatabase } from '../fixture-database';
import { PLAIN_ORDERS } from './plain-orders';
import { startApi, type TestApi } from './start-api';

const LINKS = 100_000;
const FEW = 1_000;
const BY = { kind: 'operator', command: 'test' } as const;

let api: TestApi;
/** A database with the limits of the services. */
let limited: Database;
/** A database without limits, for comparing and counting lists on however busy a machine. */
let unlimited: Database;
let workspaceId: string;
beforeAll(async () => {
  api = await startApi();
  limited = openDatabase({ ...api.postgres.options, onError: () => undefined });
  ({ workspaceId } = await api.addWorkspace());
  unlimited = openFixtureDatabase({ ...api.postgres.options, statementTimeoutMs: 0 });
  const { db } = unlimited;
  await sql`
    INSERT INTO links (id, workspace_id, zone_id, slug, url, location, title)
    SELECT 'lnk_' || md5(n::text), ${workspaceId}, zones.id, 'many-' || n, 'https://a.example/', 'https://a.example/', n::text
    FROM generate_series(1, ${LINKS}::int) AS n, (SELECT id FROM zones LIMIT 1) AS zones`.execute(db);
  for (const name of ['from', 'to', 'gone', 'few', 'half'])
    await db
      .insertInto('tags')
      .values({ id: `tag_${name}`, workspace_id: workspaceId, name, name_key: name })
      .execute();
  await sql`
    INSERT INTO link_tags (link_id, tag_id, created_at, is_archived, title)
    SELECT links.id, tags.id, links.created_at, is_archived, title FROM links JOIN tags USING (workspace_id)
    WHERE workspace_id = ${workspaceId} AND (tags.id <> 'tag_to' OR title < '5')
      AND (tags.id <> 'tag_few' OR title::int <= ${FEW})
      AND (tags.id <> 'tag_half' OR title::int % 2 = 0)`.execute(db);
  await sql`ANALYZE link_tags, links`.execute(db);
  await copyCountedLinks(db);
});
afterAll(async () => {
  await unlimited.close();
  await limited.close();
  await api.close();
});

const counts = async () => {
  const tags = await findTags(api.db, workspaceId);
  return Object.fromEntries(tags.map(({ name, links }) => [name, links]));
};

/** Interval of the reads; the change needs the processor too. */
const LOOKED_EACH_MS = 10;

/** What readers see while a change runs, each state once. */
async function statesDuring(change: Promise<unknown>): Promise<string[]> {
  const seen = new Set<string>();
  let isOver = false;
  const over = change.finally(() => (isOver = true));
  for (; !isOver; await sleep(LOOKED_EACH_MS)) seen.add(JSON.stringify(await counts()));
  await over;
  seen.add(JSON.stringify(await counts()));
  return [...seen];
}

/** Limit for the median of a page's read rows and index entries. A time would depend on the machine's other work. */
const MEDIAN_READ = LINKS / 10;

/** Rows and index entries read by this connection. Within a transaction the number only grows. */
async function countRead(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT sum(pg_stat_get_xact_tuples_returned(oid))::int AS count FROM pg_class
    WHERE relkind IN ('r', 'i') AND relnamespace <> 'pg_catalog'::regnamespace`.execute(db);
  return rows[0]?.count ?? Infinity;
}

const LIMIT = 25;

type Match = 'any' | 'all';

/** `see` gets each page's total and links. Resolves with the median number of entries that a page read. */
async function listPages(
  { ids, match, offsets }: { ids: string[]; match: Match; offsets: readonly number[] },
  see: (order: ListOrder, offset: number, found: { total: number; ids: string[] }) => void,
): Promise<number> {
  const findPage = makeFindPage();
  const tagged = { ids, needed: match === 'all' ? ids.length : 1 };
  const took: number[] = [];
  const read: number[] = [];
  for (const order of LIST_ORDERS) {
    for (const offset of offsets) {
      const began = performance.now();
      const { total, entries } = await unlimited.db.transaction().execute(async (transaction) => {
        const before = await countRead(transaction);
        const page = await findPage(transaction, { workspaceId, tagged }, { offset, limit: LIMIT, order });
        read.push((await countRead(transaction)) - before);
        return page;
      });
      took.push(performance.now() - began);
      see(order, offset, { total, ids: entries.map(({ id }) => id) });
    }
  }
  for (const figures of [took, read]) figures.sort((a, b) => a - b);
  const at = (figures: number[], share: number) => figures[Math.floor(figures.length * share)] ?? Infinity;
  console.log(
    `${match} of ${ids.join()}: p50 ${at(took, 0.5).toFixed(1)} ms, p99 ${at(took, 0.99).toFixed(1)} ms, ${at(read, 0.5)} read`,
  );
  return at(read, 0.5);
}

test.each(['any', 'all'] as const)(
  'a list by a large tag and a small one (%s) reads few links',
  async (match) => {
    const offsets = Array.from({ length: 11 }, (_, index) => index * 100);
    const read = await listPages({ ids: ['tag_from', 'tag_few'], match, offsets }, (_, __, { total }) =>
      expect(total).toBe(match === 'all' ? FEW : LINKS),
    );
    expect(read).toBeLessThan(MEDIAN_READ);
  },
);

type Sorted = { total: number; pagesOf: Map<ListOrder, string[][]> };

/** The number of the matching links, and the ids on the pages at `offsets`, sorted without any index of tags. */
const sortedPages = (ids: readonly string[], match: Match, offsets: readonly number[]): Promise<Sorted> =>
  api.db.transaction().execute(async (transaction) => {
    // once for all orders: each would group the rows of the tags again
    await sql`
      CREATE TEMPORARY TABLE matching ON COMMIT DROP AS
      SELECT id FROM links WHERE NOT is_archived AND id IN (
        SELECT link_id FROM link_tags WHERE tag_id = ANY(${ids}::text[])
        GROUP BY link_id HAVING count(*) >= ${match === 'all' ? ids.length : 1}::int)`.execute(transaction);
    const counted = await sql<{ total: number }>`SELECT count(*)::int AS total FROM matching`.execute(
      transaction,
    );
    const places = offsets.flatMap((offset) => Array.from({ length: LIMIT }, (_, at) => offset + at));
    const pagesOf = new Map<ListOrder, string[][]>();
    for (const order of LIST_ORDERS) {
      const { rows } = await sql<{ id: string; place: number }>`
        SELECT id, place FROM (
          SELECT id, (row_number() OVER (ORDER BY ${sql.raw(PLAIN_ORDERS[order])}))::int - 1 AS place
          FROM matching JOIN links USING (id) LEFT JOIN link_hits ON link_id = id) AS sorted
        WHERE place = ANY(${places}::int[]) ORDER BY place`.execute(transaction);
      const pageAt = (offset: number) =>
        rows.filter(({ place }) => place >= offset && place < offset + LIMIT).map(({ id }) => id);
      pagesOf.set(order, offsets.map(pageAt));
    }
    return { total: counted.rows[0]?.total ?? 0, pagesOf };
  });

test.each([
  ['any', ['tag_half', 'tag_to']],
  ['all', ['tag_half', 'tag_to']],
  ['any', ['tag_half', 'tag_to', 'tag_gone']],
  ['all', ['tag_half', 'tag_to', 'tag_gone']],
] as const)(
  'a list by large tags (%s of %s) has the links that a sort of them all has',
  async (match, tags) => {
    // some hits are copied already, and some are not yet
    const count = (every: number) =>
      sql`
        INSERT INTO link_hits AS known (link_id, hits)
        SELECT id, 1 + title::int % 50 FROM links WHERE title::int % ${every} = 0 ORDER BY id
        ON CONFLICT (link_id) DO UPDATE SET hits = known.hits + excluded.hits`.execute(api.db);
    await count(20);
    await copyCountedLinks(api.db);
    await count(700);
    const ids = [...tags];
    const offsets = [0, LIMIT, 4_900, 30_000];
    const found = new Map<ListOrder, string[][]>();
    const totals = new Set<number>();
    await listPages({ ids, match, offsets }, (order, _, page) => {
      found.set(order, [...(found.get(order) ?? []), page.ids]);
      totals.add(page.total);
    });
    const sorted = await sortedPages(ids, match, offsets);
    expect([...totals]).toEqual([sorted.total]);
    for (const order of LIST_ORDERS)
      expect([order, found.get(order)]).toEqual([order, sorted.pagesOf.get(order)]);
  },
);

test('a merge gives all links the other tag at once, each once', async () => {
  const before = await counts();
  const merge = { key: 'from', to: { name: 'to', key: 'to' }, mayMerge: true };
  const states = await statesDuring(renameTag(limited.db, workspaceId, merge, BY));
  expect(states).toEqual(
    [before, { few: FEW, gone: LINKS, half: LINKS / 2, to: LINKS }].map((state) => JSON.stringify(state)),
  );
});

test('a deletion takes a tag from all links at once', async () => {
  const states = await statesDuring(deleteTag(limited.db, workspaceId, 'gone', BY));
  expect(states).toEqual(
    [
      { few: FEW, gone: LINKS, half: LINKS / 2, to: LINKS },
      { few: FEW, half: LINKS / 2, to: LINKS },
    ].map((state) => JSON.stringify(state)),
  );
});
