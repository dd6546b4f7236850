// Each service's PostgreSQL role reads and writes what its work needs, and nothing else.

import { stageDays, moveDays } from '@kurz/api';
import { startPostgres, type TestPostgres } from '@kurz/backends';
import { ensureServiceRole, openDatabase, type Database, type ServiceName } from '@kurz/database';
import { countHits } from '../../../services/ingester/src/sinks/postgres/count-hits';
import { readGuardedLinks } from '../../../services/redirector/src/password/read-guarded-links';
import { readLinks, readMostVisited } from '../../../services/redirector/src/resolve/sql/read-links';
import { readOutbox } from '../../../services/redirector/src/resolve/watch-outbox';
import {
  readZonesAfter,
  readZonesByDomain,
  readZonesById,
} from '../../../services/redirector/src/resolve/sql/read-zones';
import { addLink, addWorkspace, SHARED_ZONE } from '../redirector/stored-links';

const PASSWORD = "a 'password' with \\ and ü";

let postgres: TestPostgres;
let owner: Database;
const opened: Database[] = [];

const openAs = (user: string, password = PASSWORD) => {
  const database = openDatabase({ ...postgres.options, user, password, onError: () => undefined });
  opened.push(database);
  return database;
};

beforeAll(async () => {
  postgres = await startPostgres();
  owner = openDatabase(postgres.options);
  await addWorkspace(owner.db);
  await addLink(owner.db, 'hello');
  for (const service of ['redirector', 'ingester', 'api'] as const)
    await ensureServiceRole(owner.pool, service, { user: `kurz_${service}`, password: PASSWORD });
});
afterAll(async () => {
  await Promise.all(opened.map((database) => database.close()));
  await owner.close();
  await postgres.close();
});

const allowed: Record<ServiceName, string[]> = {
  redirector: [
    'SELECT location, is_suspended FROM links',
    'SELECT password_hash, guarded_location, guarded_conditions FROM links',
    'SELECT root_redirect_url, is_proven FROM zones',
    'SELECT id, zone_id, slug FROM link_changes',
    'SELECT name FROM migrations',
  ],
  ingester: [
    "UPDATE links SET tracking_since = '2026-01-01'",
    "INSERT INTO link_hits (link_id, hits) VALUES ('a', 1) ON CONFLICT (link_id) DO UPDATE SET hits = 2",
    'INSERT INTO hit_positions (stream_partition, position) VALUES (1, 1)',
    'UPDATE erasures SET closed_at = now()',
    'DELETE FROM missed_ranges',
    'SELECT * FROM migrations',
    'SELECT id, tracking_since FROM links',
  ],
  api: [
    "UPDATE users SET email = 'x@example.com' WHERE false",
    "INSERT INTO link_changes (zone_id, slug) VALUES ('z', 's')",
    'SELECT * FROM stream_progress',
    'SELECT * FROM missed_ranges',
    'SELECT * FROM link_hits',
    "INSERT INTO link_hits (link_id, hits) VALUES ('b', 1) ON CONFLICT (link_id) DO UPDATE SET hits = 2",
    'INSERT INTO stream_progress (stream_partition, position, consolidated_until) VALUES (9, 1, now())',
    'UPDATE stream_progress SET position = 2, is_free = true WHERE stream_partition = 9',
  ],
};

const refused: Record<ServiceName, string[]> = {
  redirector: [
    'SELECT * FROM users',
    'SELECT secret_hash FROM tokens',
    'SELECT * FROM sessions',
    'SELECT ownership_token FROM zones',
    'SELECT name FROM zones',
    'SELECT title FROM links',
    'SELECT url, created_at FROM links',
    'UPDATE links SET password_hash = NULL',
    "UPDATE links SET url = 'https://evil.example/'",
    'DELETE FROM link_changes',
    'UPDATE migrations SET name = name',
  ],
  ingester: [
    "UPDATE links SET url = 'https://evil.example/'",
    'DELETE FROM links',
    'SELECT location FROM links',
    'SELECT password_hash FROM links',
    'SELECT guarded_location FROM links',
    'SELECT title, workspace_id FROM links',
    'SELECT * FROM zones',
    'SELECT * FROM audit_events',
    'SELECT * FROM users',
    'SELECT * FROM tokens',
    'DELETE FROM erasures',
  ],
  api: [
    'UPDATE hit_positions SET position = 0',
    'UPDATE link_hits SET link_id = link_id',
    'UPDATE stream_progress SET consolidated_until = now()',
    'DELETE FROM link_hits',
    'DELETE FROM stream_progress',
    'DELETE FROM migrations',
    'DROP TABLE links',
    'TRUNCATE links',
    'CREATE TABLE mine (a int)',
    "COPY users TO PROGRAM 'true'",
    'CREATE ROLE other SUPERUSER',
  ],
};

describe.each(['redirector', 'ingester', 'api'] as const)('the role of the %s', (service) => {
  test.each(allowed[service])('may %s', async (statement) => {
    await expect(openAs(`kurz_${service}`).pool.query(statement)).resolves.toBeDefined();
  });

  test.each(refused[service])('may not %s', async (statement) => {
    await expect(openAs(`kurz_${service}`).pool.query(statement)).rejects.toMatchObject({ code: '42501' });
  });
});

test('the redirector may run each of its statements', async () => {
  const { db } = openAs('kurz_redirector');
  expect(await readLinks(db, [{ zoneId: SHARED_ZONE, slug: 'hello' }])).toMatchObject([{ kind: 'link' }]);
  expect(await readGuardedLinks(db, ['lnk_hello', 'lnk_none'])).toMatchObject([{ slug: 'hello' }, undefined]);
  expect(await readZonesAfter(db, '', 10)).toHaveLength(1);
  expect(await readZonesById(db, [SHARED_ZONE])).toHaveLength(1);
  expect(await readZonesByDomain(db, ['kurz.example'])).toHaveLength(1);
  await expect(readOutbox(db, 10)).resolves.toBeDefined();
  const visited = await db.transaction().execute((transaction) => readMostVisited(transaction, 10).next());
  expect(visited.value).toBeDefined();
});

test('the ingester may count hits of links, and move the day since when they are counted', async () => {
  const { db } = openAs('kurz_ingester');
  const { id } = await owner.db.selectFrom('links').select('id').executeTakeFirstOrThrow();
  await db.insertInto('hit_positions').values({ stream_partition: 7, position: 0 }).execute();
  const hits = [{ linkId: id, hits: 3, firstDay: '2025-05-05' }];
  expect(await countHits(db, { partition: 7, from: 0, to: 9 }, hits)).toEqual({ kind: 'counted', hits: 3 });
  const link = await owner.db.selectFrom('links').select('tracking_since').executeTakeFirstOrThrow();
  expect(link.tracking_since).toBe('2025-05-05');
});

test('the API may move counts by day that an import brings', async () => {
  const { db } = openAs('kurz_api');
  const { id: linkId, workspace_id: workspaceId } = await owner.db
    .selectFrom('links')
    .select(['id', 'workspace_id'])
    .executeTakeFirstOrThrow();
  const running = { id: 'imp_role', workspaceId, startedAt: new Date() };
  const fingerprint = Buffer.from('role');
  await db
    .insertInto('imports')
    .values({ id: running.id, workspace_id: workspaceId, source: 'bitly', fingerprint })
    .execute();
  await db
    .insertInto('import_items')
    .values({ import_id: running.id, link_id: linkId, version: 1 })
    .execute();
  await stageDays(db, running.id, [{ linkId, days: [{ day: '2026-02-01', clicks: 5 }], total: 9 }]);
  const writeClickRows = () => Promise.resolve();
  expect(await moveDays({ db, writeClickRows, source: 'bitly' }, running)).toBe(5);
  const link = db.selectFrom('links').select('pre_tracking').where('id', '=', linkId);
  expect(await link.executeTakeFirst()).toEqual({ pre_tracking: 4 });
});

test('another password is refused, and a new one takes its place', async () => {
  await expect(openAs('kurz_api', 'wrong').pool.query('SELECT 1')).rejects.toMatchObject({ code: '28P01' });
  await ensureServiceRole(owner.pool, 'api', { user: 'kurz_api', password: 'another' });
  await expect(openAs('kurz_api', 'another').pool.query('SELECT 1')).resolves.toBeDefined();
});

test('a role that has more rights than this build gives loses them', async () => {
  await owner.pool.query('GRANT SELECT ON users TO kurz_redirector');
  await ensureServiceRole(owner.pool, 'redirector', { user: 'kurz_redirector', password: PASSWORD });
  await expect(openAs('kurz_redirector').pool.query('SELECT * FROM users')).rejects.toMatchObject({
    code: '42501',
  });
});

test('a role that was more than a service loses that', async () => {
  await owner.pool.query('ALTER ROLE kurz_ingester SUPERUSER CREATEDB CREATEROLE BYPASSRLS REPLICATION');
  await ensureServiceRole(owner.pool, 'ingester', { user: 'kurz_ingester', password: PASSWORD });
  const { rows } = await owner.pool.query(
    `SELECT rolsuper, rolcreatedb, rolcreaterole, rolbypassrls, rolreplication FROM pg_roles
     WHERE rolname = 'kurz_ingester'`,
  );
  expect(new Set(Object.values(Object(rows[0]) as Record<string, unknown>))).toEqual(new Set([false]));
});

test('the owner of the tables is no role of a service', async () => {
  const { user, password } = postgres.options;
  await expect(ensureServiceRole(owner.pool, 'api', { user, password })).rejects.toThrow('of its own');
});
