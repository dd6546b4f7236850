// The description as a running service gives it: for programs at /v1/openapi.json, for people at /docs.

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { makeMetrics, silentLog, systemClock } from '@kurz/process';
import { catalogue } from '../../services/api/src/errors/catalogue';
import { errorCodesOf } from '../../services/api/src/openapi/error-codes-of';
import { follow } from '../../services/api/src/openapi/follow';
import { markdownOfDescription } from '../../services/api/src/openapi/markdown-of-description';
import { openapiDocument } from '../../services/api/src/openapi/openapi-document';
import { operations } from '../../services/api/src/openapi/operations';
import { makeOutboxRelay } from '../../services/api/src/outbox/outbox-relay';
import { readOnPrimary } from '../../services/api/src/replica/read-fresh';
import { makeApiRoutes } from '../../services/api/src/server/api-routes';
import { requestExamples } from './openapi/described-examples';
import { PEPPER, startApi, type TestApi } from './start-api';

let api: TestApi;
let origin: string;
beforeAll(async () => {
  api = await startApi();
  origin = new URL(api.baseUrl).origin;
});
afterAll(() => api.close());

test('the routes of the service are the operations of the file, each with its scope, and the file itself', () => {
  const { db, clickHouse, linkCache, liveClicks } = api;
  const deps = {
    db,
    readFresh: readOnPrimary(db),
    clickHouses: [clickHouse] as const,
    linkCache,
    liveClicks,
    clock: systemClock,
    log: silentLog,
    metrics: makeMetrics(),
  };
  const queryAnalytics = () => Promise.resolve(undefined);
  const outboxRelay = makeOutboxRelay(deps);
  const routes = makeApiRoutes(
    { ...deps, outboxRelay, queryAnalytics, isAlone: () => true },
    { tokenPepper: PEPPER },
  );
  const served = routes.map((route) => ({
    method: route.method.toLowerCase(),
    path: route.path.replace(/:(\w+)/g, '{$1}'),
    scope: route.scope,
  }));
  const described = operations().map(({ method, path: at, node }) => ({
    method,
    path: at,
    scope: /\bscope\s+`([a-z:]+)`/.exec(String(node['description']))?.[1],
  }));
  const byName = (a: { method: string; path: string }, b: { method: string; path: string }) =>
    `${a.path} ${a.method}`.localeCompare(`${b.path} ${b.method}`);
  const own = { method: 'get', path: '/openapi.json', scope: undefined };
  expect(described.sort(byName)).toEqual([...served, own].sort(byName));
});

test('each path answers OPTIONS with the methods that the file gives it', async () => {
  for (const [at, item] of Object.entries(openapiDocument().paths)) {
    const response = await fetch(api.baseUrl + at.replace('{slug}', 'any-slug'), { method: 'OPTIONS' });
    const methods = operations().flatMap((operation) => (operation.path === at ? [operation.method] : []));
    const allowed = response.headers.get('allow')?.toLowerCase().split(', ') ?? [];
    expect(allowed.filter((method) => !['head', 'options'].includes(method)).sort()).toEqual(methods.sort());
    expect(allowed.includes('head')).toBe('get' in item);
  }
});

test('GET /v1/openapi.json needs no token and gives the file', async () => {
  const { status, headers, body } = await api.fetchJson('GET', '/openapi.json', { token: null });
  expect([status, headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
  expect(body).toEqual(openapiDocument());
  const posted = await api.fetchJson('POST', '/openapi.json', { token: null, body: {} });
  expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
});

test('each example of a request is answered with success', async () => {
  for (const { title, method, path: at, value } of requestExamples()) {
    await api.fetchJson('POST', '/urls', { body: { url: 'https://a.example/', slug: 'to-be-edited' } });
    const tags = ['spring', 'newsletter'];
    await api.fetchJson('PATCH', '/urls/to-be-edited', { body: { tags } });
    const target = at.replace('{slug}', 'to-be-edited').replace('{tag}', 'spring');
    const { status } = await api.fetchJson(method, target, { body: value });
    expect([title, status < 300]).toEqual([title, true]);
  }
});

test('/docs names every endpoint and every code, in one page without scripts or anything from elsewhere', async () => {
  const response = await fetch(`${origin}/docs`);
  const page = await response.text();
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  for (const { method, path: at, node } of operations()) {
    expect(page).toContain(`<code>${method.toUpperCase()} /v1${at}</code>`);
    for (const answer of Object.values(follow(node['responses']))) {
      for (const code of errorCodesOf(answer)) expect(page).toContain(`<code>${code}</code>`);
    }
  }
  expect(page).toContain(catalogue.SLUG_RESERVED.de);
  expect(page).not.toMatch(/<script|<img|<iframe|style="|\bon\w+="|@import|url\(/i);
  const loaded = [...page.matchAll(/<link [^>]*href="([^"]*)"/g)].map(([, target]) => target);
  expect(loaded).toEqual(['/docs/style.css']);
  const policy = response.headers.get('content-security-policy');
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("style-src 'self'");
});

test('every link of /docs leads to a place on the page, the file, or the text of a standard', async () => {
  const page = await (await fetch(`${origin}/docs`)).text();
  const ids = new Set([...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => `#${id}`));
  const targets = [...page.matchAll(/<a href="([^"]*)"/g)].map(([, target = '']) => decodeURI(target));
  expect(targets.length).toBeGreaterThan(40);
  expect(targets.filter((target) => !ids.has(target) && target !== '/v1/openapi.json')).toEqual([]);
});

test('/docs can be read with a keyboard and without telling colours apart', async () => {
  const page = await (await fetch(`${origin}/docs`)).text();
  const style = await (await fetch(`${origin}/docs/style.css`)).text();
  const reachable = 'tabindex="0" role="group" aria-label="';
  for (const wide of page.match(/<pre|<div class="wide"/g) ?? []) {
    expect(page.split(wide).slice(1)).not.toContainEqual(expect.not.stringMatching(`^ ${reachable}`));
  }
  expect(page.match(/<pre/g)?.length).toBeGreaterThan(10);
  expect(page.match(/<table/g)).toHaveLength(page.match(/<div class="wide"/g)?.length ?? 0);
  const ruleOf = (selector: string) => new RegExp(`^${selector} \\{([^}]*)\\}`, 'm').exec(style)?.[1];
  expect(ruleOf('a')).not.toContain('text-decoration');
  expect(ruleOf('nav a')).toMatch(/display: block;\s+min-height: 1\.5rem;/);
});

test('the style sheet is there and loads nothing', async () => {
  const response = await fetch(`${origin}/docs/style.css`);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/css; charset=utf-8']);
  expect(await response.text()).not.toMatch(/@import|url\(/);
});

test('docs/api.md is written from the file: `npm run build && node services/api/openapi/write-docs.mjs`', () => {
  const file = path.join(__dirname, '..', '..', 'docs', 'api.md');
  expect(readFileSync(file, 'utf8')).toBe(markdownOfDescription());
});
