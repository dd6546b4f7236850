// The API's own server and authentication over a real PostgreSQL, with one tiny route for each scope, so that these
// tests do not depend on the real routes.

import { makeMetrics, silentLog, systemClock } from '@kurz/process';
import { openDatabase, type Database, type DatabaseOptions, type Scope, type Tables } from '@kurz/database';
import { Kysely, PostgresDialect } from 'kysely';
import { makeAuthenticate } from '../../../services/api/src/access/authenticate';
import { makeAdmitRequest } from '../../../services/api/src/admission/admit-request';
import { LOOK_UP_SECONDS, makeBoundLookUp } from '../../../services/api/src/rate-limits/bound-look-ups';
import { makeRateLimits, ANONYMOUS_REQUESTS } from '../../../services/api/src/rate-limits/rate-limits';
import { makeMemoryCounter } from '../../../services/api/src/rate-limits/request-counter';
import { makeRequestListener } from '../../../services/api/src/server/request-listener';
import { answer, type Route } from '../../../services/api/src/http/route';
import { serveApi } from '../../contract/serve-api';
import { LENIENT_TIMEOUTS } from '../../fixture-database';

export const pepper = 'a pepper for tests, 32 characters long';

const route = (method: Route['method'], path: string, scope: Scope): Route => ({
  method,
  path,
  scope,
  isWrite: scope === 'links:write',
  handle: ({ actor }) =>
    Promise.resolve(answer(200, { workspaceId: actor.workspace.id, scopes: actor.scopes })),
});

const routes = [
  route('GET', '/links', 'links:read'),
  route('POST', '/links', 'links:write'),
  route('GET', '/stats', 'stats:read'),
  route('GET', '/usage', 'usage:read'),
  route('GET', '/domains', 'domains:read'),
];

/** The request that needs each scope. */
export const requestFor: Record<Scope, { method: 'GET' | 'POST'; path: string }> = {
  'links:read': { method: 'GET', path: '/links' },
  'links:write': { method: 'POST', path: '/links' },
  'stats:read': { method: 'GET', path: '/stats' },
  'usage:read': { method: 'GET', path: '/usage' },
  'domains:read': { method: 'GET', path: '/domains' },
};

export type Reply = { status: number; code?: string; error?: string; workspaceId?: string; headers: Headers };

export type ScopedRoutes = {
  database: Database;
  /** Requests a scope's route with a token: in `workspaceId`, or else in the token's own or personal workspace. */
  ask: (token: string | undefined, scope: Scope, workspaceId?: string) => Promise<Reply>;
  /** The number of SQL statements that requests have run so far. */
  statements: () => number;
  close: () => Promise<void>;
};

export async function startScopedRoutes(
  options: DatabaseOptions,
  { ownPepper = pepper, anonymousLimit = ANONYMOUS_REQUESTS } = {},
): Promise<ScopedRoutes> {
  const database = openDatabase({ ...options, ...LENIENT_TIMEOUTS });
  let statements = 0;
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: database.pool }),
    log: () => void statements++,
  });
  const metrics = makeMetrics();
  const counters = { actorCounter: makeMemoryCounter(60), anonymousCounter: makeMemoryCounter(60) };
  const boundLookUp = makeBoundLookUp(
    { ...counters, lookUpCounter: makeMemoryCounter(LOOK_UP_SECONDS), clock: systemClock },
    { anonymousLimit },
  );
  const listener = makeRequestListener(
    {
      authenticate: makeAuthenticate({ db, boundLookUp }, { tokenPepper: ownPepper }),
      rateLimits: makeRateLimits(counters, { anonymousLimit }),
      admitRequest: makeAdmitRequest({ metrics }, {}),
      clock: systemClock,
      log: silentLog,
      metrics,
    },
    routes,
  );
  const { port, close } = await serveApi(listener);
  return {
    database,
    statements: () => statements,
    ask: async (token, scope, workspaceId) => {
      const { method, path } = requestFor[scope];
      const response = await fetch(`http://127.0.0.1:${port}/v1${path}`, {
        method,
        headers: {
          ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
          ...(workspaceId === undefined ? {} : { 'X-Workspace-Id': workspaceId }),
          ...(method === 'POST' ? { 'Content-Type': 'application/json' } : {}),
        },
        ...(method === 'POST' ? { body: '{}' } : {}),
      });
      const body = (await response.json()) as Omit<Reply, 'status' | 'headers'>;
      return { ...body, status: response.status, headers: response.headers };
    },
    close: async () => {
      await close();
      await database.close();
    },
  };
}
