// Every endpoint that changes something writes an event of the audit log, with its actor. The list is closed: an
// endpoint that is not in it fails here.

import { singleShard } from '@kurz/click-tables';
import { makeOutboxRelay } from '@kurz/api';
import { makeMetrics, silentLog, systemClock } from '@kurz/process';
import { readOnPrimary } from '../../services/api/src/replica/read-fresh';
import { makeQueryAnalytics } from '../../services/api/src/analytics/query-analytics';
import { makeImportLoop } from '../../services/api/src/imports/jobs/import-loop';
import { makeConsoleRoutes } from '../../services/api/src/server/console-routes';
import { makeCounters } from '../../services/api/src/rate-limits/make-counters';
import { makeApiRoutes } from '../../services/api/src/server/api-routes';
import { auditedEndpoints } from './audited-endpoints';
import { addPerson } from './console-browser';
import { PEPPER, startApi } from './start-api';
import { startDnsServer } from './start-dns-server';
import { makeWritingWorld, type OpenedWorld } from './writing-world';

let opened: OpenedWorld;
const world = makeWritingWorld(() => opened);
const cases = auditedEndpoints(world);
beforeAll(async () => {
  const dns = await startDnsServer();
  const api = await startApi({
    isLocalhost: true,
    settings: { dnsServers: [dns.address], planChoice: 'people', maxWorkspaces: 1_000 },
  });
  opened = { api, dns, owner: await addPerson(api), workspaceId: '' };
  opened.workspaceId = await world.newWorkspace();
});
afterAll(async () => {
  await opened.api.close();
  await opened.dns.close();
});

function writingEndpoints(): string[] {
  const deps = {
    ...opened.api,
    clickHouses: [opened.api.clickHouse] as const,
    shards: singleShard(opened.api.clickHouse),
    clock: systemClock,
    log: silentLog,
    metrics: makeMetrics(),
  };
  const { queryAnalytics } = makeQueryAnalytics(deps);
  const isAlone = () => true;
  const common = {
    ...deps,
    readFresh: readOnPrimary(deps.db),
    outboxRelay: makeOutboxRelay(deps),
    queryAnalytics,
    isAlone,
  };
  const settings = { tokenPepper: PEPPER };
  const apiRoutes = makeApiRoutes(common, settings);
  const checkDomain = () => Promise.reject(new Error('nothing is checked here'));
  const { makeCounter } = makeCounters(deps, { secret: PEPPER });
  const importLoop = makeImportLoop({ ...deps, relayAll: () => Promise.resolve() }, {});
  const consoleRoutes = makeConsoleRoutes(
    { ...common, makeCounter, apiRoutes, importLoop, checkDomain },
    settings,
  );
  const named = (prefix: string, routes: readonly { method: string; path: string }[]) =>
    routes.filter(({ method }) => method !== 'GET').map(({ method, path }) => `${method} ${prefix}${path}`);
  return [...named('/v1', apiRoutes), ...named('/x', consoleRoutes)];
}

const lastId = async () => {
  const row = opened.api.db
    .selectFrom('audit_events')
    .select(({ fn }) => fn.max<number | null>('id').as('id'));
  return (await row.executeTakeFirstOrThrow()).id ?? 0;
};

test('the list has every endpoint that changes something, and no other', () => {
  expect(Object.keys(cases).sort()).toEqual([...writingEndpoints()].sort());
});

const written = Object.entries(cases).flatMap(([endpoint, one]) =>
  'action' in one ? [[endpoint, one.action, one.call] as const] : [],
);

test.each(written)('%s writes %s', async (endpoint, action, call) => {
  let before = await lastId();
  const begin = async () => {
    before = await lastId();
  };
  expect([200, 201, 204]).toContain(await call(begin));
  const events = await opened.api.db
    .selectFrom('audit_events')
    .select(['action', 'actor_kind', 'token_id', 'user_id', 'session_id'])
    .where('id', '>', before)
    .execute();
  expect(events.map((event) => event.action)).toContain(action);
  const kinds = new Set(events.map((event) => event.actor_kind));
  // sign-ups and resets have no session yet
  const hasSession = !['POST /x/invitations/sign-up', 'POST /x/password-resets/confirm'].includes(endpoint);
  if (endpoint.includes(' /v1/')) {
    expect(kinds).toContain('token');
    expect(events.find((event) => event.action === action)?.token_id).toMatch(/^tok_/);
  } else {
    expect(kinds).toEqual(new Set(['user']));
    expect(events.every((event) => event.user_id?.startsWith('usr_'))).toBe(true);
    expect(events.every((event) => (event.session_id !== null) === hasSession)).toBe(true);
  }
});
