// What a test's API processes need: real PostgreSQL, ClickHouse and Redis, and a workspace with a token.

import { createUser, createWorkspace, createWorkspaceToken, createZone, type NewZone } from '@kurz/api';
import {
  freePort,
  startClickHouse,
  startPostgres,
  startRedis,
  type TestClickHouse,
  type TestPostgres,
  type TestRedis,
} from '@kurz/backends';
import type { Db } from '@kurz/database';
import { openedOrClosed, type Closing } from '@kurz/process';
import { openFixtureDatabase } from '../fixture-database';
import { startService, urlOfPostgres, type ServiceProcess } from './service-process';
import { until } from '../until';

export const SHARED_DOMAIN = 'krz.example';
const PEPPER = 'pepper-of-the-tests-32-characters';

export type ApiProcess = ServiceProcess & {
  call: (
    path: string,
    init?: { method?: string; body?: object; headers?: Record<string, string> },
  ) => Promise<{ status: number; headers: Headers; text: string }>;
};

export type ApiWorld = {
  postgres: TestPostgres;
  clickHouse: TestClickHouse;
  redis: TestRedis;
  db: Db;
  workspaceId: string;
  /** Resolves with the zone's id. */
  addZone: (zone: NewZone) => Promise<string>;
  /** Starts an API on its own ports; resolves when it is ready, or at once when `isReadyAwaited` is false. */
  start: (settings?: Record<string, string>, options?: { isReadyAwaited?: boolean }) => Promise<ApiProcess>;
  close: () => Promise<void>;
};

/** Throws when the setup failed, because the test is then broken. */
function expectCreated<T extends { kind: string }>(outcome: T): Extract<T, { kind: 'created' }> {
  if (outcome.kind !== 'created') throw new Error(`the setup ended with ${outcome.kind}`);
  return outcome as Extract<T, { kind: 'created' }>;
}

async function addWorkspace(db: Db) {
  const ownerEmail = 'owner@example.com';
  expectCreated(await createUser(db, { email: ownerEmail }));
  const workspace = { name: 'Test', ownerEmail, plan: 'pro', isYearly: false } as const;
  const { workspaceId } = expectCreated(await createWorkspace(db, workspace));
  const scopes = ['links:read', 'links:write', 'stats:read', 'usage:read', 'domains:read'] as const;
  const token = expectCreated(await createWorkspaceToken(db, PEPPER, { workspaceId, name: 'test', scopes }));
  return { workspaceId, token: token.secret };
}

/** `startStore`: starts the PostgreSQL. */
export const openApiWorld = (startStore: () => Promise<TestPostgres> = startPostgres): Promise<ApiWorld> =>
  openedOrClosed((closing) => openAll(startStore, closing));

async function openAll(startStore: () => Promise<TestPostgres>, closing: Closing): Promise<ApiWorld> {
  const [postgres, clickHouse, redis] = await Promise.all([
    closing.keep('postgres', startStore()),
    closing.keep('clickhouse', startClickHouse()),
    closing.keep('redis', startRedis()),
  ]);
  const database = openFixtureDatabase(postgres.options);
  closing.add('database', database.close);
  const { workspaceId, token } = await addWorkspace(database.db);
  const addZone = async (zone: NewZone) => expectCreated(await createZone(database.db, zone)).zoneId;
  await addZone({ domain: SHARED_DOMAIN, zoneType: 'global', isDefault: true });

  const start = async (settings: Record<string, string> = {}, { isReadyAwaited = true } = {}) => {
    const port = Number(settings['KURZ_PORT'] ?? (await freePort()));
    const service = startService('api', {
      KURZ_HOST: '127.0.0.1',
      KURZ_PORT: String(port),
      KURZ_OPS_HOST: '127.0.0.1',
      KURZ_OPS_PORT: String(await freePort()),
      KURZ_PRE_STOP_MS: '200',
      KURZ_TOKEN_PEPPER: PEPPER,
      KURZ_POSTGRES_URL: urlOfPostgres(postgres.options),
      KURZ_CLICKHOUSE_URL: clickHouse.options.url,
      KURZ_REDIS_URL: redis.url,
      ...settings,
    });
    closing.add('api', service.close);
    if (isReadyAwaited) {
      await until(async () => service.hasEnded() || (await service.isReady()), { what: 'the API is ready' });
      if (service.hasEnded()) throw new Error(`the API ended: ${service.log()}`);
    }
    const call: ApiProcess['call'] = async (path, { method = 'GET', body, headers } = {}) => {
      const response = await fetch(`http://127.0.0.1:${port}${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
        body: body === undefined ? undefined : JSON.stringify(body),
      });
      return { status: response.status, headers: response.headers, text: await response.text() };
    };
    return { ...service, call };
  };
  return { postgres, clickHouse, redis, db: database.db, workspaceId, addZone, start, close: closing.close };
}
