// The OpenAPI file of the web app has the routes of /x, what each needs, and the codes that it can answer.

import { singleShard } from '@kurz/click-tables';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { makeMetrics, silentLog, systemClock } from '@kurz/process';
import { readOnPrimary } from '../../services/api/src/replica/read-fresh';
import { auditActions } from '../../services/api/src/audit/audit-action';
import { makeOutboxRelay } from '../../services/api/src/outbox/outbox-relay';
import type { ConsoleRoute } from '../../services/api/src/http/console-route';
import { makeImportLoop } from '../../services/api/src/imports/jobs/import-loop';
import { makeConsoleRoutes } from '../../services/api/src/server/console-routes';
import { catalogue, shownCodeOf, type ErrorCode } from '../../services/api/src/errors/catalogue';
import { errorCodesOf } from '../../services/api/src/openapi/error-codes-of';
import { follow } from '../../services/api/src/openapi/follow';
import { openapiDocument } from '../../services/api/src/openapi/openapi-document';
import { operations, type Operation } from '../../services/api/src/openapi/operations';
import { makeCounters } from '../../services/api/src/rate-limits/make-counters';
import { makeApiRoutes } from '../../services/api/src/server/api-routes';
import {
  MAX_ENTRIES,
  MAX_ENTRY_CHARACTERS,
} from '../../services/api/src/links/utm-conventions/validate-utm-conventions';
import { PEPPER, startApi, type TestApi } from './start-api';

let api: TestApi;
let routes: ConsoleRoute[];
beforeAll(async () => {
  api = await startApi();
  const { db, clickHouse, linkCache, liveClicks } = api;
  const stores = { db, clickHouses: [clickHouse] as const, linkCache, liveClicks };
  const deps = { ...stores, clock: systemClock, log: silentLog, metrics: makeMetrics() };
  const settings = { tokenPepper: PEPPER };
  const applied = {
    ...deps,
    readFresh: readOnPrimary(db),
    outboxRelay: makeOutboxRelay(deps),
    queryAnalytics: () => Promise.resolve(undefined),
    isAlone: () => true,
  };
  const checkDomain = () => Promise.reject(new Error('nothing is checked here'));
  const { makeCounter } = makeCounters(deps, { secret: PEPPER });
  const importLoop = makeImportLoop(
    { ...deps, shards: singleShard(clickHouse), relayAll: () => Promise.resolve() },
    {},
  );
  const apiRoutes = makeApiRoutes(applied, settings);
  routes = makeConsoleRoutes({ ...applied, makeCounter, apiRoutes, importLoop, checkDomain }, settings);
});
afterAll(() => api.close());

const document = openapiDocument('/x');
const described = operations(document).filter(({ path: at }) => at !== '/openapi.json');
const nameOf = ({ method, path: at }: { method: string; path: string }) =>
  `${method.toUpperCase()} ${at.replace(/:(\w+)/g, '{$1}')}`;

/** `public`, `user`, or the role that the description says it needs. */
function accessOf({ node }: Operation): string {
  if (Array.isArray(node['security']) && node['security'].length === 0) return 'public';
  return /\bNeeds the\s+role\s+(\w+)\./.exec(String(node['description']))?.[1] ?? 'user';
}

test('the routes of the web app are the operations of the file, each with whom it is for', () => {
  const served = routes.map((route) => {
    const access = typeof route.access === 'string' ? route.access : route.access.role;
    return `${nameOf(route)}: ${access}`;
  });
  expect(described.map((operation) => `${nameOf(operation)}: ${accessOf(operation)}`).sort()).toEqual(
    served.sort(),
  );
});

test('each change asks for the header that no form can send, and no other request does', () => {
  const asking = described.filter(({ parameters }) =>
    parameters.some(({ name, required }) => name === 'X-Requested-With' && required === true),
  );
  expect(asking.map(nameOf)).toEqual(described.filter(({ method }) => method !== 'get').map(nameOf));
});

test('each path names its parameters', () => {
  for (const { path: at, parameters } of described) {
    const named = parameters.flatMap(({ in: place, name }) =>
      place === 'path' ? [`{${String(name)}}`] : [],
    );
    expect([at, named]).toEqual([at, at.match(/\{\w+\}/g) ?? []]);
  }
});

/** Files about callers of /v1 and scopes of tokens, which a session never reaches. */
const isOfTokensAlone = (file: string) => /^access\/|^server\/serve-route\.ts$/.test(file);

test('every code that the web app can answer is in the file, no other is, and each with its status', () => {
  const folder = path.join(__dirname, '..', '..', 'services', 'api', 'src');
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .filter((file) => !file.startsWith('errors') && !isOfTokensAlone(file))
    .map((file) => readFileSync(path.join(folder, file), 'utf8'));
  const reachable = Object.keys(catalogue)
    .filter((code): code is ErrorCode => code in catalogue)
    .flatMap((code) => {
      const shown = shownCodeOf(code);
      const isNamed = sources.some((source) => source.includes(`'${code}'`));
      return shown === undefined || !isNamed ? [] : [`${catalogue[code].status} ${shown}`];
    });
  const inFile = described.flatMap(({ node }) =>
    Object.entries(follow(node['responses'], document)).flatMap(([status, response]) =>
      errorCodesOf(response, document).map((code) => `${status} ${code}`),
    ),
  );
  expect([...new Set(inFile)].sort()).toEqual([...new Set(reachable)].sort());
});

test('the bounds of UTM conventions are those that judge them', () => {
  const allowed = follow({ $ref: '#/components/schemas/AllowedValues' }, document);
  expect(allowed['maxItems']).toBe(MAX_ENTRIES);
  expect(follow(allowed['items'])['maxLength']).toBe(MAX_ENTRY_CHARACTERS);
});

test('the actions of the audit log that can be asked for are those that it knows', () => {
  expect(follow({ $ref: '#/components/schemas/AuditAction' }, document)['enum']).toEqual(auditActions);
});

test('GET /x/openapi.json needs no session and gives a document that refers to no other', async () => {
  const { origin } = new URL(api.baseUrl);
  const response = await fetch(`${origin}/x/openapi.json`);
  expect([response.status, response.headers.get('content-type')]).toEqual([
    200,
    'application/json; charset=utf-8',
  ]);
  const text = await response.text();
  expect(JSON.parse(text)).toEqual(document);
  const references = [...text.matchAll(/"\$ref":"([^"]*)"/g)].map(([, reference = '']) => reference);
  expect(references.filter((reference) => !reference.startsWith('#/components/'))).toEqual([]);
  const posted = await fetch(`${origin}/x/openapi.json`, { method: 'POST' });
  expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
});
