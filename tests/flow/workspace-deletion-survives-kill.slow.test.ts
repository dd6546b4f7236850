// `kurz workspace delete` on servers, killed again and again: the next run does what is left.

import { once } from 'node:events';
import { startPostgres, startRedis, type TestPostgres, type TestRedis } from '@kurz/backends';
import type { Database } from '@kurz/database';
import { makeRedisLinkCache, type LinkCache } from '@kurz/link-cache';
import { silentLog, systemClock } from '@kurz/process';
import { openRedis } from '@kurz/redis';
import { sql } from 'kysely';
import { rowsWith, tableOf } from '../contract/postgres-rows';
import { openFixtureDatabase } from '../fixture-database';
import { addWorkspace, addZone, SHARED_ZONE, WORKSPACE } from '../stores/redirector/stored-links';
import { spawnBuilt, type Environment } from './start-standalone';
import { until } from '../until';

const LINKS = 5_000;
const KILLS = 5;
const OWN_ZONE = 'zon_own';

let postgres: TestPostgres;
let redis: TestRedis;
let database: Database;
let client: ReturnType<typeof openRedis>;
let linkCache: LinkCache;
let servers: Environment;

beforeAll(async () => {
  [postgres, redis] = await Promise.all([startPostgres(), startRedis()]);
  database = openFixtureDatabase({ ...postgres.options, statementTimeoutMs: 0 });
  client = openRedis(redis.url, { log: silentLog, name: 'test' }, { commandTimeoutMs: 5_000 });
  if (client.status !== 'ready') await once(client, 'ready');
  linkCache = makeRedisLinkCache({ redis: client, log: silentLog, clock: systemClock });
  const { host, port, user, password = '', database: name } = postgres.options;
  servers = {
    KURZ_DATA_DIR: '/proc/kurz',
    KURZ_POSTGRES_URL: `postgres://${user}:${encodeURIComponent(String(password))}@${host}:${port}/${name}`,
    KURZ_REDIS_URL: redis.url,
  };
  await fill();
});
afterAll(async () => {
  await linkCache.close();
  client.disconnect();
  await database.close();
  await Promise.all([postgres.close(), redis.close()]);
});

/** The workspace to delete, and another one that stays. */
async function fill(): Promise<void> {
  const { db } = database;
  await addWorkspace(db);
  await db
    .insertInto('workspaces')
    .values({ id: 'ws_other', name: 'Other', owner_id: 'usr_test', plan: 'pro' })
    .execute();
  await addZone(db, { id: OWN_ZONE, domain: 'own.example', isCustom: true });
  await sql`
    INSERT INTO links (id, workspace_id, zone_id, slug, url, location)
    SELECT 'lnk_' || n, CASE WHEN n > ${LINKS} THEN 'ws_other' ELSE ${WORKSPACE} END,
           CASE WHEN n % 2 = 0 AND n <= ${LINKS} THEN ${OWN_ZONE} ELSE ${SHARED_ZONE} END, 'slug-' || n,
           'https://shop.example/' || n, 'https://shop.example/' || n
    FROM generate_series(1, ${LINKS + 10}) AS n`.execute(db);
  await sql`
    INSERT INTO audit_events (actor_kind, action, subject_kind, subject_id, subject_name, workspace_id)
    SELECT 'system', 'link.created', 'link', id, slug, workspace_id FROM links`.execute(db);
  await sql`
    INSERT INTO idempotent_answers (caller_id, workspace_id, key, request_hash, status, headers, body)
    SELECT 'tok_test', ${WORKSPACE}, 'key-' || n, '', 201, '{}', '{}' FROM generate_series(1, 2500) AS n`.execute(
    db,
  );
  await sql`
    INSERT INTO imports (id, workspace_id, source, fingerprint) VALUES ('imp_test', ${WORKSPACE}, 'csv', '')`.execute(
    db,
  );
  await sql`
    INSERT INTO import_items (import_id, link_id, version) SELECT 'imp_test', id, version FROM links`.execute(
    db,
  );
  await sql`
    INSERT INTO link_changes (zone_id, slug, version) SELECT zone_id, slug, version FROM links WHERE id < 'lnk_2'`.execute(
    db,
  );
}

const linksLeft = async () => {
  const { count } = await database.db
    .selectFrom('links')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('workspace_id', '=', WORKSPACE)
    .executeTakeFirstOrThrow();
  return count;
};

test('nothing of the workspace is left, and all of the others', async () => {
  const start = () =>
    spawnBuilt('admin command of the image', ['workspace', 'delete', WORKSPACE, '--json'], servers);
  let left = LINKS;
  for (let kill = 1; kill <= KILLS; kill++) {
    const { child, finished } = start();
    const from = left;
    // kills before the first page, in the middle of a page, and between two
    const wanted = from - (kill - 1) * 130;
    await until(async () => (left = await linksLeft()) < wanted || child.exitCode !== null, {
      what: 'some links are deleted',
    });
    child.kill('SIGKILL');
    expect((await finished).code).toBeNull();
    left = await linksLeft();
  }
  expect(left).toBeGreaterThan(0);
  expect(left).toBeLessThan(LINKS);
  const { code, stdout } = await start().finished;
  expect([code, JSON.parse(stdout)]).toEqual([0, { id: WORKSPACE, links: left }]);

  const { db } = database;
  const rows = await rowsWith(db, WORKSPACE, 'own.example', OWN_ZONE);
  const others = rows.filter((row) => tableOf(row) !== 'erasures');
  expect(rows.length - others.length).toBe(LINKS);
  expect(others.map(tableOf)).toEqual(['audit_events']);
  expect(others[0]).toContain('workspace.deleted');
  expect(await db.selectFrom('link_sweeps').selectAll().execute()).toEqual([]);
  expect(await db.selectFrom('link_changes').selectAll().execute()).toEqual([]);
  expect(await db.selectFrom('import_items').selectAll().execute()).toEqual([]);
  const { length } = await db
    .selectFrom('links')
    .select('id')
    .where('workspace_id', '=', 'ws_other')
    .execute();
  expect(length).toBe(10);
  for (const slug of ['slug-1', 'slug-11', 'slug-4999']) {
    expect((await linkCache.get({ zoneId: SHARED_ZONE, slug }))?.kind ?? 'gone').toBe('gone');
  }
  const again = await start().finished;
  expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('there is no workspace')]);
});
