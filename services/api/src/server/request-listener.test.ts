import { once } from 'node:events';
import http, { type OutgoingHttpHeaders } from 'node:http';
import { makeLog, makeMetrics, systemClock, type Log } from '@kurz/process';
import { allScopes } from '../access/scopes';
import { unauthorized } from '../access/actor-of';
import { makeAdmitRequest } from '../admission/admit-request';
import { refuse } from '../errors/refusal';
import { answer, type ApiRequest, type Route } from '../http/route';
import { makeRateLimits } from '../rate-limits/rate-limits';
import { makeMemoryCounter } from '../rate-limits/request-counter';
import { makeRequestListener } from './request-listener';

const workspace = {
  id: 'ws_0000000000000000',
  plan: 'pro' as const,
  billing: { anchor: '2026-01-01', isYearly: false, changesOn: null, yearStartsIn: null },
  defaultZoneId: null,
  isInTransfer: false,
};
const actor = { tokenId: 'tok_1', kind: 'workspace' as const, userId: null, workspace, scopes: allScopes };

const echo = ({ params, query, body }: ApiRequest) => Promise.resolve(answer(200, { params, query, body }));
const throwing = (error: Error) => () => Promise.reject(error);
const containing = (text: string): unknown => expect.stringContaining(text);
const read = { scope: 'links:read', isWrite: false } as const;
const write = { scope: 'links:write', isWrite: true } as const;

const routes: Route[] = [
  { method: 'GET', path: '/urls/:slug', ...read, handle: echo },
  { method: 'PATCH', path: '/urls/:slug', ...write, handle: echo },
  { method: 'DELETE', path: '/urls/:slug', ...write, handle: echo },
  { method: 'GET', path: '/urls/campaigns', ...read, handle: () => Promise.resolve(answer(200, 'found')) },
  { method: 'POST', path: '/urls', ...write, handle: echo },
  { method: 'GET', path: '/gone', ...read, handle: () => Promise.resolve(refuse('NOT_FOUND')) },
  { method: 'GET', path: '/broken', ...read, handle: throwing(new Error('the secret detail')) },
  { method: 'GET', path: '/hole', ...read, handle: () => Promise.resolve(refuse('SCOPE_REQUIRED')) },
  {
    method: 'GET',
    path: '/away',
    ...read,
    handle: throwing(Object.assign(new Error('connect 10.1.2.3'), { code: 'ECONNREFUSED' })),
  },
];

const logged: unknown[] = [];
const log: Log = Object.assign(Object.create(makeLog({ level: 'silent', service: 'test' })) as Log, {
  error: (entry: unknown) => void logged.push(entry),
});
const metrics = makeMetrics();
const counter = makeMemoryCounter(60);

const server = http.createServer(
  makeRequestListener(
    {
      authenticate: ({ authorization }) =>
        Promise.resolve(
          authorization === 'Bearer good' ? { kind: 'actor', actor } : unauthorized('UNAUTHORIZED'),
        ),
      rateLimits: makeRateLimits({ actorCounter: counter, anonymousCounter: counter }, {}),
      admitRequest: makeAdmitRequest({ metrics }, {}),
      clock: systemClock,
      log,
      metrics,
    },
    routes,
  ),
);
let port = 0;
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  port = typeof address === 'object' && address ? address.port : 0;
});
afterAll(() => server.close().closeAllConnections());

type Reply = { status: number; headers: http.IncomingHttpHeaders; text: string };

/** Uses node:http, because fetch would normalise paths and headers first. */
function send(
  method: string,
  path: string,
  headers: OutgoingHttpHeaders = {},
  body?: string | Buffer,
): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const all = { Authorization: 'Bearer good', ...headers };
    const request = http.request({ port, host: '127.0.0.1', method, path, headers: all }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text }),
      );
    });
    request.on('error', reject).end(body);
  });
}

const JSON_TYPE = { 'Content-Type': 'application/json' };
const bodyOf = (reply: Reply): unknown => JSON.parse(reply.text);

describe('a known route', () => {
  test('gets decoded parameters, the query and the body', async () => {
    const reply = await send('PATCH', '/v1/urls/a%C3%A4b?x=1&x=2&y=%20', JSON_TYPE, '{"title":"ä"}');
    expect(reply.status).toBe(200);
    expect(bodyOf(reply)).toEqual({
      params: { slug: 'aäb' },
      query: { x: ['1', '2'], y: ' ' },
      body: { title: 'ä' },
    });
  });

  test('with a literal segment wins over one with a parameter', async () => {
    expect(bodyOf(await send('GET', '/v1/urls/campaigns'))).toBe('found');
  });

  test('is found by an absolute target too', async () => {
    expect((await send('GET', 'http://kurz.example/v1/urls/abc')).text).toContain('"slug":"abc"');
  });

  test('answers HEAD like GET, without a body', async () => {
    const [head, get] = [await send('HEAD', '/v1/urls/abc'), await send('GET', '/v1/urls/abc')];
    expect(head).toMatchObject({ status: 200, text: '' });
    expect(head.headers['content-length']).toBe(String(Buffer.byteLength(get.text)));
  });

  test('answers OPTIONS with what it allows, to anybody', async () => {
    const reply = await send('OPTIONS', '/v1/urls/abc', { Authorization: '' });
    expect(reply).toMatchObject({ status: 204, text: '' });
    expect(reply.headers.allow).toBe('GET, PATCH, DELETE, HEAD, OPTIONS');
  });

  test.each(['PUT', 'POST'])(
    'answers %s, which it does not have, with 405 and what it allows',
    async (method) => {
      const reply = await send(method, '/v1/urls/abc');
      expect(reply.status).toBe(405);
      expect(reply.headers.allow).toBe('GET, PATCH, DELETE, HEAD, OPTIONS');
      expect(bodyOf(reply)).toEqual({ error: containing(method) });
    },
  );

  test('reads no body where the method has none', async () => {
    expect(
      (await send('DELETE', '/v1/urls/abc', { 'Content-Type': 'text/plain', 'Content-Length': 1 }, 'x'))
        .status,
    ).toBe(200);
  });
});

describe('order of checks', () => {
  test('an unknown route is 404 and a wrong method 405 even without a token', async () => {
    expect((await send('GET', '/v1/nowhere', { Authorization: '' })).status).toBe(404);
    expect((await send('PUT', '/v1/urls', { Authorization: '' })).status).toBe(405);
  });

  test('a missing token is 401 with a challenge before the body is looked at', async () => {
    const reply = await send('POST', '/v1/urls', { Authorization: '', 'Content-Type': 'text/plain' }, 'x');
    expect(reply.status).toBe(401);
    expect(reply.headers['www-authenticate']).toMatch(/^Bearer/);
  });
});

describe('what is malformed', () => {
  test.each([
    ['a path that cannot be decoded', 'GET', '/v1/urls/%zz', {}, undefined, 400],
    ['a path that is no UTF-8', 'GET', '/v1/urls/%ff', {}, undefined, 400],
    ['a path with half an escape', 'GET', '/v1/urls/abc%', {}, undefined, 400],
    ['NUL in the path', 'GET', '/v1/urls/a%00b', {}, undefined, 400],
    ['NUL in the query', 'GET', '/v1/urls/abc?zoneDomain=%00', {}, undefined, 400],
    ['NUL in a repeated parameter', 'GET', '/v1/urls/abc?q=a&q=%00', {}, undefined, 400],
    ['half a body', 'POST', '/v1/urls', JSON_TYPE, '{"url":', 400],
    ['a form', 'POST', '/v1/urls', { 'Content-Type': 'application/x-www-form-urlencoded' }, 'a=1', 415],
    ['a compressed body', 'POST', '/v1/urls', { ...JSON_TYPE, 'Content-Encoding': 'gzip' }, '{}', 415],
    ['an unknown path', 'GET', '/v1/nowhere', {}, undefined, 404],
    ['a path outside /v1', 'GET', '/urls/abc', {}, undefined, 404],
    ['the bare root', 'GET', '/', {}, undefined, 404],
    ['another spelling', 'GET', '/v1/URLS/abc', {}, undefined, 404],
    ['a slash too many', 'GET', '/v1/urls/abc/', {}, undefined, 404],
    ['two slashes', 'GET', '//v1/urls/abc', {}, undefined, 404],
    ['an encoded way up', 'GET', '/v1/urls/%2e%2e/%2e%2e/x', {}, undefined, 404],
  ] as const)('%s is refused in JSON', async (_, method, path, headers, body, status) => {
    const reply = await send(method, path, headers, body);
    expect(reply.status).toBe(status);
    expect(reply.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(bodyOf(reply)).toMatchObject({ error: containing('.') });
  });

  test('a body that is not JSON has a plain error, NUL in the query one with its code and field', async () => {
    expect(bodyOf(await send('POST', '/v1/urls', JSON_TYPE, '{'))).toEqual({
      error: 'The request body is not valid JSON.',
    });
    expect(bodyOf(await send('GET', '/v1/urls/abc?zoneDomain=%00', {}))).toEqual({
      error: '"zoneDomain" must not contain the character U+0000.',
      code: 'VALIDATION_FAILED',
      field: 'zoneDomain',
    });
  });

  test('names from the caller cannot reach a prototype', async () => {
    const reply = await send(
      'PATCH',
      '/v1/urls/abc?__proto__=1&constructor=2',
      JSON_TYPE,
      '{"__proto__":{"a":1}}',
    );
    expect(reply.status).toBe(200);
    expect(reply.text).toContain('"__proto__":"1"');
    expect(Object.hasOwn(Object.prototype, 'a')).toBe(false);
  });
});

describe('every answer', () => {
  test.each(['/v1/urls/abc', '/v1/nowhere', '/v1/broken', '/v1/urls/%zz'])(
    'of %s has an id',
    async (path) => {
      expect((await send('GET', path, { 'X-Request-Id': 'my-id:1.2_3' })).headers['x-request-id']).toBe(
        'my-id:1.2_3',
      );
      const [one, two] = [await send('GET', path), await send('GET', path)];
      expect(one.headers['x-request-id']).toMatch(/^req_[0-9A-Za-z]{20}$/);
      expect(one.headers['x-request-id']).not.toBe(two.headers['x-request-id']);
    },
  );

  test('may not be stored or sniffed, and does not say what made it', async () => {
    const { headers } = await send('GET', '/v1/urls/abc');
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
    expect([headers['x-powered-by'], headers.etag]).toEqual([undefined, undefined]);
  });
});

describe('language', () => {
  test.each(['/v1/gone', '/v1/nowhere', '/v1/broken', '/v1/urls/%zz', '/v1/away'])(
    '%s is refused in German too',
    async (path) => {
      expect((await send('GET', path, { 'Accept-Language': 'de' })).headers['content-language']).toBe('de');
    },
  );
});

describe('a fault', () => {
  test('is a 500 that tells nothing, and a log line under the same id that tells all', async () => {
    const reply = await send('GET', '/v1/broken', { 'X-Request-Id': 'find-me' });
    expect(reply.status).toBe(500);
    expect(bodyOf(reply)).toMatchObject({ code: 'INTERNAL' });
    expect(reply.text).not.toContain('secret');
    expect(logged).toContainEqual(
      expect.objectContaining({
        event: 'request_failed',
        requestId: 'find-me',
        error: containing('the secret detail'),
      }),
    );
  });

  test('in a text of ours is one as well', async () => {
    expect((await send('GET', '/v1/hole')).status).toBe(500);
  });

  test('of the database is a 503 that says when to come back', async () => {
    const reply = await send('GET', '/v1/away');
    expect(reply.status).toBe(503);
    expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0);
    expect(bodyOf(reply)).toEqual({ error: containing('database'), code: 'STORE_UNAVAILABLE' });
    expect(reply.text).not.toContain('10.1.2.3');
  });
});

test('requests are counted by route and status from 0 on, never by a caller’s path', async () => {
  await send('GET', '/v1/urls/some-secret-slug');
  const text = await metrics.text();
  expect(text).toMatch(/kurz_api_requests_total\{method="GET",route="\/urls\/:slug",status="200"\} \d/);
  expect(text).toMatch(/route="unknown",status="404"/);
  expect(text).toMatch(/kurz_api_requests_total\{method="POST",route="\/urls",status="500"\} 0/);
  expect(text).not.toContain('some-secret-slug');
});
