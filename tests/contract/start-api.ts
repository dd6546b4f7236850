// The API as a client meets it: a real HTTP server in front of real stores, with a shared zone, one workspace on the
// plan pro, and ways to make more of each.

import {
  createUser,
  createUserToken,
  createWorkspace,
  createWorkspaceToken,
  createZone,
  type ApiSettings,
  type Grant,
} from '@kurz/api';
import { makeApi, type Api } from '@kurz/api/make-api';
import {
  openTestClickHouse,
  openTestDatabase,
  startClickHouse,
  type TestClickHouse,
  type TestDatabase,
  type TestTables,
} from '@kurz/backends';
import { openClickHouse, type ClickHouse } from '@kurz/click-tables';
import { openDatabase, type DatabaseOptions, type Db, type Plan, type Scope } from '@kurz/database';
import { makeMemoryLinkCache, type LinkCache } from '@kurz/link-cache';
import { makeMemoryLiveClicks, type LiveClicks } from '@kurz/live-clicks';
import { makeClosing, makeMetrics, silentLog, systemClock, type Clock, type Metrics } from '@kurz/process';
import { LENIENT_TIMEOUTS } from '../fixture-database';
import { expectDescribed } from './openapi/described-answer';
import { serveApi } from './serve-api';

export const SHARED_DOMAIN = 'krz.example';
export const PEPPER = 'pepper-of-the-tests';
export const ALL_SCOPES: readonly Scope[] = [
  'links:read',
  'links:write',
  'stats:read',
  'usage:read',
  'domains:read',
];

export type Answered<T> = { status: number; headers: Headers; body: T };

export type CallOptions = {
  /** Default: the first workspace's token; null: none. */
  token?: string | null;
  /** Sent as JSON; a string is sent as it is. */
  body?: unknown;
  headers?: Record<string, string>;
};

export type TestWorkspace = { workspaceId: string; ownerEmail: string; token: string };

export type TestApi = {
  db: Db;
  postgres: TestDatabase;
  clickHouse: ClickHouse;
  linkCache: LinkCache;
  liveClicks: LiveClicks;
  metrics: Metrics;
  api: Api;
  /** Ends in /v1. */
  baseUrl: string;
  /** A workspace token of the first workspace, with every scope. */
  token: string;
  workspaceId: string;
  /** The shared default zone, `SHARED_DOMAIN`. */
  zoneId: string;
  /**
   * `path` below /v1. T is the caller's claim about the body; the test checks it. Throws when the answer is not what
   * the OpenAPI file describes.
   */
  fetchJson: <T>(method: string, path: string, options?: CallOptions) => Promise<Answered<T>>;
  addWorkspace: (workspace?: {
    plan?: Plan;
    isYearly?: boolean;
    scopes?: readonly Scope[];
  }) => Promise<TestWorkspace>;
  addToken: (workspaceId: string, scopes?: readonly Scope[]) => Promise<string>;
  addUserToken: (
    userEmail: string,
    personalScopes: readonly Scope[],
    grants?: readonly Grant[],
  ) => Promise<string>;
  /** Resolves with the zone's id. */
  addZone: (zone: Parameters<typeof createZone>[1]) => Promise<string>;
  close: () => Promise<void>;
};

export type StartApiOptions = {
  clock?: Clock;
  settings?: Partial<ApiSettings>;
  linkCache?: LinkCache;
  openCountries?: Parameters<typeof makeApi>[0]['openCountries'];
  /** The options with which the API connects, as through a proxy. The tests' own statements go directly. */
  through?: (postgres: DatabaseOptions) => Promise<DatabaseOptions>;
  /** The API's host is localhost, which is also the web app's address, so passkeys are possible. */
  isLocalhost?: boolean;
};

/** Throws when the setup failed, because the test is then broken. */
function expectCreated<T extends { kind: string }>(outcome: T): Extract<T, { kind: 'created' }> {
  if (outcome.kind !== 'created') throw new Error(`the setup ended with ${outcome.kind}`);
  return outcome as Extract<T, { kind: 'created' }>;
}

function makeFetchJson(baseUrl: string, firstToken: string): TestApi['fetchJson'] {
  return async <T>(method: string, path: string, { token = firstToken, body, headers }: CallOptions = {}) => {
    const response = await fetch(baseUrl + path, {
      method,
      headers: {
        ...(token !== null && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      body: body === undefined || typeof body === 'string' ? body : JSON.stringify(body),
    });
    const text = await response.text();
    const answered = {
      status: response.status,
      headers: response.headers,
      body: JSON.parse(text || 'null') as T,
    };
    expectDescribed('/v1', method, path, answered);
    return answered;
  };
}

function makeAdders(db: Db) {
  let people = 0;
  const addToken: TestApi['addToken'] = async (workspaceId, scopes = ALL_SCOPES) =>
    expectCreated(await createWorkspaceToken(db, PEPPER, { workspaceId, name: 'test', scopes })).secret;
  const addWorkspace: TestApi['addWorkspace'] = async ({ plan = 'pro', isYearly = false, scopes } = {}) => {
    const ownerEmail = `person-${++people}@example.com`;
    expectCreated(await createUser(db, { email: ownerEmail }));
    const workspace = { name: `Workspace ${people}`, ownerEmail, plan, isYearly };
    const { workspaceId } = expectCreated(await createWorkspace(db, workspace));
    return { workspaceId, ownerEmail, token: await addToken(workspaceId, scopes) };
  };
  const addUserToken: TestApi['addUserToken'] = async (userEmail, personalScopes, grants = []) =>
    expectCreated(await createUserToken(db, PEPPER, { userEmail, name: 'test', personalScopes, grants }))
      .secret;
  const addZone: TestApi['addZone'] = async (zone) => expectCreated(await createZone(db, zone)).zoneId;
  return { addToken, addWorkspace, addUserToken, addZone };
}

/** On stores that this worker's files share. */
export const startApi = (options: StartApiOptions = {}): Promise<TestApi> =>
  startApiOn(openTestClickHouse, options);

/** Uses a ClickHouse for this test file, which may freeze, kill and restart it. */
export async function startApiOnOwnClickHouse(
  options: StartApiOptions = {},
): Promise<TestApi & { clickHouseServer: TestClickHouse }> {
  const clickHouseServer = await startClickHouse();
  const api = await startApiOn(() => Promise.resolve(clickHouseServer), options);
  return { ...api, clickHouseServer };
}

async function startApiOn(openTables: () => Promise<TestTables>, options: StartApiOptions): Promise<TestApi> {
  const closing = makeClosing();
  const [postgres, tables] = await Promise.all([openTestDatabase(), openTables()]);
  closing.add('postgres', postgres.close);
  closing.add('clickhouse server', tables.close);
  // outages have their own tests, with the limits of production
  const database = openDatabase({ ...postgres.options, ...LENIENT_TIMEOUTS });
  closing.add('database', database.close);
  const own = options.through
    ? openDatabase({
        ...(await options.through(postgres.options)),
        ...LENIENT_TIMEOUTS,
        onError: () => undefined,
      })
    : database;
  if (own !== database) closing.add("the API's database", own.close);
  const clickHouse = openClickHouse(tables.options);
  closing.add('clickhouse', clickHouse.close);
  const linkCache = options.linkCache ?? makeMemoryLinkCache({ maxEntries: 100_000 });
  closing.add('link_cache', linkCache.close);
  const liveClicks = makeMemoryLiveClicks();
  closing.add('live clicks', liveClicks.close);
  const metrics = makeMetrics();
  const { db } = database;
  const clock = options.clock ?? systemClock;
  const stores = { db: own.db, clickHouses: [clickHouse] as const, linkCache, liveClicks };
  const deps = { ...stores, openCountries: options.openCountries, clock, log: silentLog, metrics };
  const served = await serveApi((request, response) => api.handle(request, response));
  const origin = `http://${options.isLocalhost ? 'localhost' : '127.0.0.1'}:${served.port}`;
  const api = makeApi(deps, {
    tokenPepper: PEPPER,
    ...(options.isLocalhost && { appUrl: origin }),
    ...options.settings,
  });
  closing.add('api', api.close);
  closing.add('server', served.close);
  const adders = makeAdders(db);
  const zoneId = await adders.addZone({ domain: SHARED_DOMAIN, zoneType: 'global', isDefault: true });
  const { workspaceId, token } = await adders.addWorkspace();
  const baseUrl = `${origin}/v1`;
  return {
    db,
    postgres,
    clickHouse,
    linkCache,
    liveClicks,
    metrics,
    api,
    baseUrl,
    token,
    workspaceId,
    zoneId,
    fetchJson: makeFetchJson(baseUrl, token),
    ...adders,
    close: closing.close,
  };
}
