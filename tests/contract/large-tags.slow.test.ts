// Tags that 100,000 links have: lists by them and others are read along indexes; a merge and a deletion keep to the limit of a
// statement, and nobody sees them half done.

import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase, type Database } from '@kurz/database';
import { sql } from 'kysely';
import { makeFindPage } from '../../services/api/src/links/find-page';
import { LIST_ORDERS } from '../../services/api/src/links/list-order';
import { copyCountedLinks } from '../../services/api/src/tags/copy-counted-links';
import { deleteTag, renameTag } from '../../services/api/src/tags/change-tags';
import { findTags } from '../../services/api/src/tags/find-tags';
import { openFixtureDatabase } from '../fixture-database';
import { startApi, type TestApi } from './start-api';

const LINKS = 100_000;
const FEW = 1_000;
const BY = { kind: 'operator', command: 'test' } as const;

let api: TestApi;
/** With the limits of the services. */
let limited: Database;
let workspaceId: string;
beforeAll(async () => {
  api = await startApi();
  limited = openDatabase({ ...api.postgres.options, onError: () => undefined });
  ({ workspaceId } = await api.addWorkspace());
  const { db, close } = openFixtureDatabase({ ...api.postgres.options, statementTimeoutMs: 0 });
  await sql`
    INSERT INTO links (id, workspace_id, zone_id, slug, url, location, title)
    SELECT 'lnk_' || md5(n::text), ${workspaceId}, zones.id, 'many-' || n, 'https://a.example/', 'https://a.example/', n::text
    FROM generate_series(1, ${LINKS}::int) AS n, (SELECT id FROM zones LIMIT 1) AS zones`.execute(db);
  for (const name of ['from', 'to', 'gone', 'few'])
    await db
      .insertInto('tags')
      .values({ id: `tag_${name}`, workspace_id: workspaceId, name, name_key: name })
      .execute();
  await sql`
    INSERT INTO link_tags (link_id, tag_id, created_at, is_archived, title)
    SELECT links.id, tags.id, links.created_at, is_archived, title FROM links JOIN tags USING (workspace_id)
    WHERE workspace_id = ${workspaceId} AND (tags.id <> 'tag_to' OR title < '5')
      AND (tags.id <> 'tag_few' OR title::int <= ${FEW})`.execute(db);
  await sql`ANALYZE link_tags, links`.execute(db);
  await copyCountedLinks(db);
  await close();
});
afterAll(async () => {
  await limited.close();
  await api.close();
});

const counts = async () => {
  const tags = await findTags(api.db, workspaceId);
  return Object.fromEntries(tags.map(({ name, links }) => [name, links]));
};

/** The change needs the processor too. */
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

const MEDIAN_MS = 50;

test.each(['any', 'all'] as const)(
  'a list by a large tag and a small one (%s) reads few links',
  async (match) => {
    const findPage = makeFindPage();
    const tagged = { ids: ['tag_from', 'tag_few'], needed: match === 'all' ? 2 : 1 };
    const took: number[] = [];
    for (const order of LIST_ORDERS) {
      for (let offset = 0; offset <= 1_000; offset += 100) {
        const began = performance.now();
        const { total } = await limited.db
          .transaction()
          .execute((transaction) =>
            findPage(transaction, { workspaceId, tagged }, { offset, limit: 25, order }),
          );
        took.push(performance.now() - began);
        expect(total).toBe(match === 'all' ? FEW : LINKS);
      }
    }
    took.sort((a, b) => a - b);
    const at = (share: number) => took[Math.floor(took.length * share)] ?? Infinity;
    console.log(`${match}: p50 ${at(0.5).toFixed(1)} ms, p99 ${at(0.99).toFixed(1)} ms`);
    expect(at(0.5)).toBeLessThan(MEDIAN_MS);
  },
);

test('a merge gives all links the other tag at once, each once', async () => {
  const before = await counts();
  const merge = { key: 'from', to: { name: 'to', key: 'to' }, mayMerge: true };
  const states = await statesDuring(renameTag(limited.db, workspaceId, merge, BY));
  expect(states).toEqual(
    [before, { few: FEW, gone: LINKS, to: LINKS }].map((state) => JSON.stringify(state)),
  );
});

test('a deletion takes a tag from all links at once', async () => {
  const states = await statesDuring(deleteTag(limited.db, workspaceId, 'gone', BY));
  expect(states).toEqual(
    [
      { few: FEW, gone: LINKS, to: LINKS },
      { few: FEW, to: LINKS },
    ].map((state) => JSON.stringify(state)),
  );
});
