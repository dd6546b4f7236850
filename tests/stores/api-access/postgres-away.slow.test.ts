import net from 'node:net';
import { once } from 'node:events';
import { startPostgres, type TestPostgres } from '@kurz/backends';
import type { DatabaseOptions } from '@kurz/database';
import { createUser } from '../../../services/api/src/people/create-user';
import { createWorkspace } from '../../../services/api/src/workspaces/create-workspace';
import { createWorkspaceToken } from '../../../services/api/src/workspaces/tokens/create-workspace-token';
import { allScopes } from '../../../services/api/src/access/scopes';
import { pepper, startScopedRoutes, type ScopedRoutes } from './start-scoped-routes';

const LIMIT_MS = 3_000;

/** Closes everything that a test opened. Called after the test, however it ends. */
const opened: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0)) await close();
});

async function openApi(options: DatabaseOptions): Promise<ScopedRoutes> {
  const asked = await startScopedRoutes(options);
  opened.push(asked.close);
  return asked;
}

let postgres: TestPostgres;
let api: ScopedRoutes;
let token = '';

beforeAll(async () => {
  postgres = await startPostgres();
  api = await startScopedRoutes(postgres.options);
  const { db } = api.database;
  await createUser(db, { email: 'owner@example.com' });
  const ownerEmail = 'owner@example.com';
  const workspace = await createWorkspace(db, { name: 'Shop', ownerEmail, plan: 'pro', isYearly: false });
  if (workspace.kind !== 'created') throw new Error(workspace.kind);
  const { workspaceId } = workspace;
  const made = await createWorkspaceToken(db, pepper, { workspaceId, name: 'ci', scopes: allScopes });
  if (made.kind === 'created') token = made.secret;
});
afterAll(async () => {
  await api.close();
  await postgres.close();
});

async function expectAway(asked: ScopedRoutes) {
  const began = Date.now();
  const reply = await asked.ask(token, 'links:read');
  expect(Date.now() - began).toBeLessThan(LIMIT_MS);
  expect(reply.status).toBe(503);
  expect(reply.code).toBe('STORE_UNAVAILABLE');
  expect(reply.error).toMatch(/cannot reach its database/);
  expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0);
}

/** Repeats a request until the answer is 200. Resolves with the milliseconds that this took. */
async function timeToHeal(asked: ScopedRoutes): Promise<number> {
  const began = Date.now();
  while ((await asked.ask(token, 'links:read')).status !== 200) {
    if (Date.now() - began > 10_000) throw new Error('did not heal');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return Date.now() - began;
}

test('a stopped server is answered with 503 and Retry-After, what is no token still with 401, and it heals', async () => {
  expect((await api.ask(token, 'links:read')).status).toBe(200);
  await postgres.stop();
  try {
    for (let time = 0; time < 3; time++) await expectAway(api);
    expect((await api.ask('no token', 'links:read')).status).toBe(401);
  } finally {
    await postgres.start();
  }
  expect(await timeToHeal(api)).toBeLessThan(5_000);
});

/** A proxy to the server that can fall silent: connections stay open and no data passes. */
async function openSilencer(target: DatabaseOptions) {
  const pairs: [net.Socket, net.Socket][] = [];
  let isSilent = false;
  const obey = (pair: [net.Socket, net.Socket]) =>
    pair.forEach((socket) => (isSilent ? socket.pause() : socket.resume()));
  const proxy = net.createServer((near) => {
    const far = net.connect(target.port, target.host);
    near.on('data', (chunk) => far.write(chunk)).on('error', () => far.destroy());
    far.on('data', (chunk) => near.write(chunk)).on('error', () => near.destroy());
    near.on('close', () => far.destroy());
    far.on('close', () => near.destroy());
    pairs.push([near, far]);
    obey([near, far]);
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const address = proxy.address();
  opened.push(() => {
    pairs.flat().forEach((socket) => socket.destroy());
    proxy.close();
  });
  const set = (silent: boolean) => {
    isSilent = silent;
    pairs.forEach(obey);
  };
  return {
    options: {
      ...target,
      host: '127.0.0.1',
      port: typeof address === 'object' && address ? address.port : 0,
    },
    silence: () => set(true),
    speak: () => set(false),
  };
}

test('a server that falls silent is answered with 503 within 3 s, on an open connection and on a new one', async () => {
  const silencer = await openSilencer(postgres.options);
  const asked = await openApi(silencer.options);
  expect((await asked.ask(token, 'links:read')).status).toBe(200);
  silencer.silence();
  // the first request waits on the open connection, the second for a new one
  await Promise.all([expectAway(asked), expectAway(asked)]);
  silencer.speak();
  expect(await timeToHeal(asked)).toBeLessThan(5_000);
});

test('a request that waits too long for its turn in the pool is answered with 503', async () => {
  const asked = await openApi({ ...postgres.options, maxConnections: 1, statementTimeoutMs: 0 });
  const held = await asked.database.pool.connect();
  await expectAway(asked).finally(() => held.release());
  expect((await asked.ask(token, 'links:read')).status).toBe(200);
});

test('a statement over its time is answered with 503', async () => {
  const holder = await api.database.pool.connect();
  await holder.query('BEGIN; LOCK TABLE tokens IN ACCESS EXCLUSIVE MODE');
  const asked = await openApi({ ...postgres.options, statementTimeoutMs: 500 });
  await expectAway(asked).finally(() => holder.release(true));
  expect((await asked.ask(token, 'links:read')).status).toBe(200);
});
