import { once } from 'node:events';
import { connect } from 'node:net';
import { silentLog } from './log';
import { makeMetrics } from './metrics';
import { serveOperations, type Operations, type OperationsDeps } from './serve-operations';
import { VERSION } from './version';

let operations: Operations;
afterEach(() => operations.close());

async function open(deps: Partial<OperationsDeps> = {}) {
  const all = { metrics: makeMetrics(), log: silentLog, checks: () => Promise.resolve({}), ...deps };
  operations = await serveOperations(all, { host: '127.0.0.1', port: 0 });
  return async (path: string, init?: RequestInit) => {
    const response = await fetch(`http://127.0.0.1:${operations.port}${path}`, init);
    const text = await response.text();
    return { status: response.status, type: response.headers.get('content-type'), text };
  };
}

test('It lives while every store is away', async () => {
  const ask = await open({ checks: () => Promise.reject(new Error('all stores are away')) });
  const { status, text } = await ask('/livez');
  const { time, ...said } = JSON.parse(text) as Record<string, unknown>;
  expect([status, said]).toEqual([200, { live: true, version: VERSION }]);
  expect(Math.abs(Date.parse(String(time)) - Date.now())).toBeLessThan(60_000);
});

test('It is ready when every check holds, and names each', async () => {
  const ask = await open({ checks: () => Promise.resolve({ postgres: true, redis: true }) });
  const { status, text } = await ask('/readyz');
  expect([status, JSON.parse(text)]).toEqual([200, { ready: true, postgres: true, redis: true }]);
});

test('One check that does not hold makes it unready, and says which', async () => {
  const ask = await open({ checks: () => Promise.resolve({ postgres: false, redis: true }) });
  const { status, text } = await ask('/readyz');
  expect([status, JSON.parse(text)]).toEqual([503, { ready: false, postgres: false, redis: true }]);
});

test('After drain it is not ready, whatever the checks say, and still lives', async () => {
  const ask = await open({ checks: () => Promise.resolve({ postgres: true }) });
  operations.drain();
  const { status, text } = await ask('/readyz');
  expect([status, JSON.parse(text)]).toEqual([503, { ready: false, draining: true, postgres: true }]);
  expect((await ask('/livez')).status).toBe(200);
});

test('A scrape gets the metrics of this process and of the others it speaks for', async () => {
  const metrics = makeMetrics();
  metrics.counter('eggs', 'Eggs laid.').inc(3);
  const ask = await open({ metrics, extraMetrics: () => Promise.resolve('kurz_hens 2\n') });
  const { status, type, text } = await ask('/metrics');
  expect([status, type]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8']);
  expect(text).toMatch(/^kurz_eggs_total 3$/m);
  expect(text).toMatch(/^kurz_hens 2$/m);
});

test('A further question is answered by its path, with its query', async () => {
  const ask = await open({
    routes: { '/may': (query) => Promise.resolve({ status: 200, body: `${query.get('who')} may` }) },
  });
  expect(await ask('/may?who=M%C3%BCller')).toMatchObject({ status: 200, text: 'Müller may' });
});

test.each([
  ['another path', '/admin', 'GET', 404],
  ['a path that objects have by nature', '/constructor', 'GET', 404],
  ['another method', '/livez', 'POST', 405],
])('%s is refused', async (_, path, method, status) => {
  const ask = await open();
  expect((await ask(path, { method })).status).toBe(status);
});

test('A question that breaks is answered 500, and the next one as ever', async () => {
  const ask = await open({ checks: () => Promise.reject(new Error('broken')) });
  expect((await ask('/readyz')).status).toBe(500);
  expect((await ask('/livez')).status).toBe(200);
});

test('Closing does not wait for a client that holds its connection', async () => {
  await open();
  const socket = connect(operations.port, '127.0.0.1');
  await once(socket, 'connect');
  socket.on('error', () => undefined);
  await operations.close();
  if (!socket.destroyed) await once(socket, 'close');
});
