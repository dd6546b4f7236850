// After a long search its workspace has to pause, while others are served. No pause follows when a busy CPU is the
// cause: then the query before the search took long as well.

import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { makeListLinks } from '../../../services/api/src/links/list-links';
import { readOnPrimary } from '../../../services/api/src/replica/read-fresh';
import { startLinks, type LinkWorld } from './link-world';

let world: LinkWorld;
beforeAll(async () => {
  world = await startLinks();
  await sql`ALTER FUNCTION link_search_text(text) RENAME TO quick_search_text`.execute(world.db);
});
afterAll(() => world?.close());

/** Two searches in turn, each of `seconds`, after a preceding query of `beforeMs`. Resolves with the second outcome. */
async function searchTwice({ seconds, beforeMs }: { seconds: number; beforeMs: number }) {
  await sql
    .raw(
      `CREATE OR REPLACE FUNCTION link_search_text(text) RETURNS text LANGUAGE sql IMMUTABLE STRICT AS $$
         SELECT CASE WHEN $1 LIKE '%long%' THEN pg_sleep(${seconds})::text ELSE quick_search_text($1) END
       $$`,
    )
    .execute(world.db);
  const workspace = await world.addWorkspace();
  await world.createLink(workspace, { url: 'https://a.example/' });
  const list = makeListLinks({ readFresh: readOnPrimary(world.db), isAlone: () => false });
  const search = () =>
    list(
      workspace.id,
      { kind: 'list', page: 1, limit: 10, q: 'long' },
      {
        findDrifts: () => sleep(beforeMs, () => false),
        reserve: () => undefined,
        semaphoreKeys: [workspace.id, null],
      },
    );
  expect(await search()).toMatchObject({ kind: 'list' });
  return search();
}

test('the workspace of a long search pauses', async () => {
  await expect(searchTwice({ seconds: 8, beforeMs: 0 })).rejects.toMatchObject({ name: 'OverShareError' });
});

test('it does not where all that is asked takes long', async () => {
  expect(await searchTwice({ seconds: 1, beforeMs: 200 })).toMatchObject({ kind: 'list' });
});
