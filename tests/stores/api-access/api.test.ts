import { createUser, createWorkspace, createWorkspaceToken, createZone, setZoneEnabled } from '@kurz/api';
import { makeApi, type Api } from '@kurz/api/make-api';
import { openTestDatabase, type TestDatabase } from '@kurz/backends';
import { openClickHouse, type ClickHouse } from '@kurz/click-tables';
import { openDatabase, type Database } from '@kurz/database';
import { makeMemoryLinkCache, type ChangedKey } from '@kurz/link-cache';
import { makeMemoryLiveClicks } from '@kurz/live-clicks';
import { makeMetrics, silentLog, systemClock } from '@kurz/process';
import { LENIENT_TIMEOUTS } from '../../fixture-database';
import { pepper } from './start-scoped-routes';
import { serveApi, type ServedApi } from '../../contract/serve-api';

const linkCache = makeMemoryLinkCache({ maxEntries: 100 });
const liveClicks = makeMemoryLiveClicks({ clock: systemClock });

let postgres: TestDatabase;
let database: Database;
let clickHouse: ClickHouse;
let api: Api;
let server: ServedApi;
let base = '';
let token = '';

beforeAll(async () => {
  postgres = await openTestDatabase();
  database = openDatabase({ ...postgres.options, ...LENIENT_TIMEOUTS });
  // no test here reads stats, so no server is needed at this address
  clickHouse = openClickHouse({ kind: 'server', url: 'http://127.0.0.1:9', database: 'kurz' });
  const { db } = database;
  const deps = {
    db,
    clickHouses: [clickHouse] as const,
    linkCache,
    liveClicks,
    clock: systemClock,
    log: silentLog,
    metrics: makeMetrics(),
  };
  api = makeApi(deps, { tokenPepper: pepper });
  server = await serveApi(api.handle);
  base = `http://127.0.0.1:${server.port}/v1`;
  const ownerEmail = 'owner@example.com';
  await createUser(db, { email: ownerEmail });
  const workspace = await createWorkspace(db, { name: 'Shop', ownerEmail, plan: 'pro', isYearly: false });
  if (workspace.kind !== 'created') throw new Error(workspace.kind);
  const scopes = ['links:read', 'links:write'] as const;
  const made = await createWorkspaceToken(db, pepper, {
    workspaceId: workspace.workspaceId,
    name: 'ci',
    scopes,
  });
  if (made.kind === 'created') token = made.secret;
});
afterAll(async () => {
  await server.close();
  await api.close();
  await linkCache.close();
  await liveClicks.close();
  await clickHouse.close();
  await database.close();
  await postgres.close();
});

test('accounts and zones made here are those that the real routes work with', async () => {
  expect(
    await createZone(database.db, { domain: 'go.example', zoneType: 'global', isDefault: true }),
  ).toMatchObject({
    kind: 'created',
  });
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
  const body = JSON.stringify({ url: 'https://example.com/', slug: 'hello' });
  const created = await fetch(`${base}/urls`, { method: 'POST', headers, body });
  expect(created.status).toBe(201);
  expect(await created.json()).toMatchObject({ url: { slug: 'hello', zoneDomain: 'go.example' } });
  const listed = await fetch(`${base}/urls`, { headers });
  expect(await listed.json()).toMatchObject({ total: 1 });
});

test('a route that exists refuses a token without its scope', async () => {
  const reply = await fetch(`${base}/urls/hello/stats`, { headers: { Authorization: `Bearer ${token}` } });
  expect(reply.status).toBe(403);
  const missing: unknown = expect.stringContaining('stats:read');
  expect(await reply.json()).toMatchObject({
    code: 'SCOPE_REQUIRED',
    error: missing,
  });
});

test('a change of a zone reaches the redirectors when changes are applied', async () => {
  const heard: ChangedKey[] = [];
  const subscription = await linkCache.subscribe((key) => heard.push(key));
  const zone = await createZone(database.db, { domain: 'new.example', zoneType: 'global' });
  if (zone.kind !== 'created') throw new Error(zone.kind);
  await setZoneEnabled(database.db, 'new.example', false);
  await api.relayOutbox();
  expect(heard).toContainEqual({ zoneId: zone.zoneId, slug: null });
  expect(await database.db.selectFrom('link_changes').select('id').execute()).toEqual([]);
  await subscription.close();
});
