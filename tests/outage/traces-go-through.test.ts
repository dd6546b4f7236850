// W3C traces through production with a real SDK in each process: API requests and sampled redirects continue the trace
// that they bring, batches of the ingester link to the spans that shipped them, and logs name the trace.

import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { newToken } from '../../services/api/src/access/new-token';
import { until } from '../until';
import { makeVisitorConnection } from './visitor-connection';
import { startProduction, TOPIC, type Production } from './start-production';

type SpanLine = {
  name: string;
  traceId: string;
  parentId?: string;
  linkedTraces: string[];
  attributes: Record<string, unknown>;
  isError: boolean;
};

const folder = mkdtempSync(path.join(os.tmpdir(), 'kurz-spans-'));
const file = path.join(folder, 'spans');
let production: Production;

beforeAll(async () => {
  writeFileSync(file, '');
  production = await startProduction({
    NODE_OPTIONS: `--require ${path.join(__dirname, 'tracing-sdk.cjs')}`,
    TEST_SPANS_FILE: file,
  });
  await production.clients[0].makeLinks(['traced']);
});
afterAll(async () => {
  await production.close();
  rmSync(folder, { recursive: true });
});

const spans = () =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as SpanLine);

const ofTrace = (traceId: string) => spans().filter((span) => span.traceId === traceId);

function newTrace({ isSampled }: { isSampled: boolean }) {
  const traceId = randomBytes(16).toString('hex');
  const parentId = randomBytes(8).toString('hex');
  return { traceId, parentId, traceparent: `00-${traceId}-${parentId}-${isSampled ? '01' : '00'}` };
}

/** Headers that a visitor may send and that name no valid trace. */
const malformedLike = ({ traceId, parentId }: ReturnType<typeof newTrace>) => [
  'x',
  `00-${'0'.repeat(32)}-${parentId}-01`,
  `ff-${traceId}-${parentId}-01`,
  `00-${traceId}-${parentId}-1`,
  `00-${traceId.toUpperCase()}-${parentId}-0g`,
];

const visit = async (headers: Record<string, string>) => {
  const visitor = makeVisitorConnection(production.port);
  const host = `localhost:${production.port}`;
  const reply = await visitor.ask({ method: 'GET', path: '/traced', headers: { host, ...headers } });
  visitor.close();
  return reply.kind === 'answered' ? reply.status : undefined;
};

test('a request of the API is a span of the trace that it brings, named by its route', async () => {
  const { traceId, parentId, traceparent } = newTrace({ isSampled: true });
  const answer = await production.clients[0].askAs('', '/urls/traced', { traceparent });
  expect(answer.status).toBe(401);
  await until(() => ofTrace(traceId).length > 0);
  expect(ofTrace(traceId)).toMatchObject([
    {
      name: 'GET /urls/:slug',
      parentId,
      attributes: { 'http.route': '/urls/:slug', 'http.response.status_code': 401 },
    },
  ]);
});

test.each([
  ['on the fast path', {}],
  ['on the fallback', { 'proxy-connection': 'keep-alive' }],
])('a redirect %s is a span where its trace is sampled, and else none', async (_, more) => {
  const sampled = newTrace({ isSampled: true });
  const unsampled = newTrace({ isSampled: false });
  expect(await visit({ ...more, traceparent: unsampled.traceparent })).toBe(302);
  expect(await visit(more)).toBe(302);
  for (const traceparent of malformedLike(sampled)) expect(await visit({ ...more, traceparent })).toBe(302);
  expect(await visit({ ...more, traceparent: sampled.traceparent })).toBe(302);
  await until(() => ofTrace(sampled.traceId).length > 0);
  expect(ofTrace(sampled.traceId)).toMatchObject([
    { name: 'redirect', parentId: sampled.parentId, attributes: { 'kurz.answer': 'redirect' } },
  ]);
  expect(ofTrace(unsampled.traceId)).toEqual([]);
  expect(spans().filter(({ name, parentId }) => name === 'redirect' && parentId === undefined)).toEqual([]);
});

test.each(['consolidate', 'hits', 'live'])('a batch of %s is linked to what shipped it', async (consumer) => {
  const batches = () =>
    spans().filter(({ name, linkedTraces }) => name === `count ${consumer}` && linkedTraces[0]);
  // live counts may be seeded from ClickHouse with all visits so far, so that only later visits make a batch
  await until(async () => {
    if (batches().length === 0) await visit({});
    return batches().length > 0;
  });
  const shipped = new Set(
    spans().flatMap(({ name, traceId }) => (name === `ship ${TOPIC}` ? [traceId] : [])),
  );
  for (const { linkedTraces } of batches())
    expect(linkedTraces.filter((traceId) => !shipped.has(traceId))).toEqual([]);
});

test('a batch that fails says so, and the line in the log names its trace', async () => {
  const waits = () =>
    production.ingesters.flatMap(
      (ingester) => ingester.log().match(/^.*"consumer_waits","consumer":"consolidate".*$/gm) ?? [],
    );
  const before = waits();
  await production.clickHouseProxy.refuse();
  expect(await visit({})).toBe(302);
  const fresh = () => waits().filter((line) => !before.includes(line));
  await until(() => fresh().length > 0, { what: 'an ingester waits' });
  const { trace_id: traceId = '' } = JSON.parse(fresh()[0] ?? '{}') as { trace_id?: string };
  expect(traceId).toMatch(/^[0-9a-f]{32}$/);
  await until(() => ofTrace(traceId).some(({ isError }) => isError));
  await production.clickHouseProxy.heal();
});

test('the log of the API names the trace of the request that it is about', async () => {
  const { traceId, traceparent } = newTrace({ isSampled: true });
  const { secret } = newToken('workspace', 'some pepper');
  await production.postgres.kill();
  const answer = await production.clients[0].askAs(secret, '/urls', { traceparent });
  expect(answer.status).toBe(503);
  const lines = () =>
    production.apis[0]
      .log()
      .split('\n')
      .filter((line) => line.includes(traceId));
  await until(() => lines().length > 0, { what: 'a line names the trace' });
  expect(lines()[0]).toContain('"event":"store_unavailable"');
  await until(() => ofTrace(traceId).length > 0);
  expect(ofTrace(traceId)).toMatchObject([{ isError: true }]);
});
