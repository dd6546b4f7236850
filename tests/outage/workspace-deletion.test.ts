// A workspace with counted links is deleted in production. Both APIs, whose sweep deletes it, are killed meanwhile. In
// the end the stores hold nothing of it except what docs/privacy.md lists. Services have their own users of the stores.

import { deleteWorkspace } from '@kurz/api';
import type { Database } from '@kurz/database';
import { rowsWith, tableOf } from '../contract/postgres-rows';
import { openFixtureDatabase } from '../fixture-database';
import { until } from '../until';
import { everythingStored } from './everything-stored';
import { startProduction, type Production } from './start-production';
import { destinationOf } from './visitors';

const LINKS = 700;
const VISITED = 40;
const slugOf = (index: number) => `leaving-${String(index).padStart(4, '0')}`;

let production: Production;
let database: Database;
beforeAll(async () => {
  production = await startProduction();
  database = openFixtureDatabase({ ...production.postgres.options, statementTimeoutMs: 0 });
});
afterAll(async () => {
  await database.close();
  await production.close();
});

async function makeLinks(): Promise<void> {
  for (let from = 0; from < LINKS; from += 100) {
    const links = Array.from({ length: 100 }, (_, index) => slugOf(from + index));
    const body = { links: links.map((slug) => ({ slug, url: destinationOf(slug) })) };
    const answered = await production.clients[0].ask('/urls/batch', body);
    if (answered.status !== 200) throw new Error(`the batch ended with ${answered.status}`);
  }
}

async function visit(): Promise<void> {
  for (let index = 0; index < VISITED; index++) {
    await fetch(`http://localhost:${production.port}/${slugOf(index)}`, { redirect: 'manual' });
  }
}

const allLinks = () =>
  database.db
    .selectFrom('links')
    .select(['id', 'slug', 'workspace_id as workspaceId'])
    .orderBy('slug')
    .execute();
const openErasures = () =>
  database.db.selectFrom('erasures').select('link_id').where('closed_at', 'is', null).execute();

test('nothing of a deleted workspace is left in any store', async () => {
  await makeLinks();
  await visit();
  const links = await allLinks();
  const workspaceId = links[0]?.workspaceId ?? '';
  const visited = links.slice(0, VISITED).map(({ id }) => id);
  await until(
    async () => {
      const rows = await database.db.selectFrom('link_hits').select('link_id').execute();
      const { clickHouse, redis } = await everythingStored(production, visited[0] ?? '');
      return rows.length === VISITED && visited.every((id) => clickHouse.includes(id) && redis.includes(id));
    },
    { what: 'the visits are counted everywhere' },
  );

  expect((await deleteWorkspace(database.db, { workspaceId })).kind).toBe('deleted');
  expect((await production.clients[0].ask('/urls')).status).toBe(401);
  for (const round of [1, 2]) {
    const before = (await allLinks()).length;
    await until(async () => (await allLinks()).length < before || before === 0, {
      what: 'links are deleted',
    });
    for (const api of production.apis) await api.kill();
    for (const api of production.apis) api.start();
    if (round === 1) await Promise.all(production.apis.map((api) => api.ready()));
  }
  await until(
    async () =>
      // the ids of counted links stay until the next copy of hits would be due
      (await rowsWith(database.db, workspaceId, ...visited)).every((row) =>
        /^(?:erasures|audit_events):/.test(row),
      ) && (await openErasures()).length === 0,
    { what: 'the workspace is removed and its counts are erased' },
  );
  expect((await openErasures()).length).toBe(0);
  const rows = await rowsWith(database.db, workspaceId, ...visited, slugOf(0), destinationOf(slugOf(0)));
  expect(new Set(rows.map(tableOf))).toEqual(new Set(['erasures', 'audit_events']));
  expect(rows.filter((row) => tableOf(row) === 'audit_events')).toEqual([
    expect.stringContaining('workspace.deleted'),
  ]);
  const { clickHouse, redis } = await everythingStored(production, visited[0] ?? '');
  for (const id of visited) {
    expect(clickHouse.includes(id)).toBe(false);
    expect(redis.includes(id)).toBe(false);
  }
  expect(redis).not.toContain(destinationOf(''));
  const redirected = await fetch(`http://localhost:${production.port}/${slugOf(0)}`, { redirect: 'manual' });
  expect(redirected.status).toBe(404);
  expect(production.surprises()).toEqual([]);
});
