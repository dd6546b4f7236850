import { once } from 'node:events';
import {
  Agent,
  createServer as createHttpServer,
  get,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import { connect, createServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { makeHealth } from './make-health';
import { serveHttp, type HttpServer } from './serve-http';

const agent = new Agent({ keepAlive: true });
const waiting: ServerResponse[] = [];
let isHealthy = true;
let port: number;
let http: HttpServer;

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}

function listen(config: { maxConnections?: number } = {}) {
  const checks = { store: () => Promise.resolve(isHealthy), stuck: () => Promise.resolve(true) };
  return serveHttp(
    { health: makeHealth(() => checks), clientError: (_error, socket) => void socket.destroy() },
    // the server itself never closes an idle connection
    { host: '127.0.0.1', port, server: { keepAliveTimeout: 0 }, ...config },
  );
}

async function ask(
  path: string,
): Promise<{ status: number | undefined; connection: string | undefined; body: string }> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get({ port, path, agent }, resolve).once('error', reject);
  });
  const { statusCode: status, headers } = response;
  return { status, connection: headers.connection, body: await text(response) };
}

beforeEach(async () => {
  isHealthy = true;
  port = await freePort();
  const outcome = await listen();
  if (outcome.kind !== 'listening') throw new Error(outcome.reason);
  http = outcome.http;
});

afterEach(async () => {
  for (const response of waiting.splice(0)) response.destroy();
  await http.drain();
});

afterAll(() => agent.destroy());

const openWith = (redirector: (response: ServerResponse) => void) =>
  http.open({
    api: (_request, response) => void response.end('api'),
    redirector: (_request, response) => redirector(response),
  });
const reportTarget =
  (service: string) =>
  ({ url }: IncomingMessage, response: ServerResponse): void =>
    void response.end(`${service} ${url}`);

describe('serveHttp', () => {
  it('answers 503 until it is opened, and lives from the beginning', async () => {
    expect((await ask('/abc')).status).toBe(503);
    expect((await ask('/livez')).status).toBe(200);
    openWith((response) => void response.end('redirector'));
    expect((await ask('/abc')).body).toBe('redirector');
    expect((await ask('/v1/urls')).body).toBe('api');
  });

  it('takes absolute targets: the API gets their path, the redirector their host as well', async () => {
    http.open({ api: reportTarget('api'), redirector: reportTarget('redirector') });
    expect((await ask('http://localhost:3000/v1/zones?a=b')).body).toBe('api /v1/zones?a=b');
    expect((await ask('http://localhost:3000/docs')).body).toBe('api /docs');
    expect((await ask('/v1/zones')).body).toBe('api /v1/zones');
    expect((await ask('http://kurz.example/abc')).body).toBe('redirector http://kurz.example/abc');
    expect((await ask('http://localhost:3000/livez')).body).toBe('{"live":true}');
    expect((await ask('http://localhost:3000/readyz')).status).toBe(200);
  });

  it('is ready only when every store answers', async () => {
    expect(await ask('/readyz')).toMatchObject({
      status: 200,
      body: '{"ready":true,"store":true,"stuck":true}',
    });
    isHealthy = false;
    expect(await ask('/readyz')).toMatchObject({
      status: 503,
      body: '{"ready":false,"store":false,"stuck":true}',
    });
  });

  it('says that the port is taken', async () => {
    expect(await listen()).toEqual({ kind: 'refused', reason: 'port_taken' });
  });

  it('lets an answer in the making leave before it closes, and closes its connection', async () => {
    openWith((response) => void waiting.push(response));
    const answer = ask('/abc');
    while (waiting.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    const drained = http.drain();
    await expect(ask('/livez')).rejects.toThrow('ECONNREFUSED');
    waiting[0]?.end('late');
    expect(await answer).toMatchObject({ status: 200, body: 'late', connection: 'close' });
    await drained;
  });

  it('does not wait for idle connections, and cuts off answers that never come', async () => {
    openWith((response) => void waiting.push(response));
    await ask('/livez');
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write('GET /abc HTTP/1.1\r\nHost: x\r\n\r\n');
    while (waiting.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    await http.drain();
    socket.destroy();
  });
});

describe('makeHealth', () => {
  it('does not wait longer than a probe for a store that is stuck', async () => {
    const health = makeHealth(() => ({ stuck: () => new Promise<boolean>(() => undefined) }));
    const server = createHttpServer((_request, response) => health.ready(response));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const answer = await fetch(`http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/`);
    expect(answer.status).toBe(503);
    expect(await answer.json()).toEqual({ ready: false, stuck: false });
    server.close();
  });
});

test('it turns away who comes when there are as many connections as it takes', async () => {
  await http.drain();
  const outcome = await listen({ maxConnections: 2 });
  if (outcome.kind !== 'listening') throw new Error(outcome.reason);
  http = outcome.http;
  const open = Array.from({ length: 2 }, () => connect(port, '127.0.0.1'));
  await Promise.all(open.map((socket) => once(socket, 'connect')));
  const turnedAway = connect(port, '127.0.0.1').on('error', () => undefined);
  try {
    await once(turnedAway, 'close', { signal: AbortSignal.timeout(3_000) });
    expect(open.map((socket) => socket.readyState)).toEqual(['open', 'open']);
  } finally {
    for (const socket of [...open, turnedAway]) socket.destroy();
  }
});
