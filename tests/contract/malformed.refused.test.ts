// Malformed requests, as bytes on a socket, contract §7: each gets a clear error in JSON, and what is stored stays
// unchanged.

import net from 'node:net';
import { startApi, type TestApi } from './start-api';
import type { ErrorAnswer } from './url-answer';

let api: TestApi;
let stored: string;
beforeAll(async () => {
  api = await startApi();
  await api.fetchJson('POST', '/urls', { body: { url: 'https://a.example/', slug: 'steady' } });
  stored = await linksNow();
});
afterAll(() => api.close());
afterEach(async () => {
  expect(await linksNow()).toBe(stored);
  expect((await api.fetchJson('GET', '/urls/steady')).status).toBe(200);
});

async function linksNow(): Promise<string> {
  const links = api.db.selectFrom('links').selectAll().orderBy('id').execute();
  const quota = api.db.selectFrom('link_quota').selectAll().execute();
  return JSON.stringify(await Promise.all([links, quota]));
}

type Sent = {
  method?: string;
  path?: string;
  /** Lines beside host, token, type and length. A name without a value removes one of these. */
  headers?: Record<string, string | undefined>;
  body?: string | Buffer;
};

const latin = (text: string) => Buffer.from(text, 'latin1');

function bytesOf({ method = 'POST', path = '/v1/urls', headers = {}, body = '' }: Sent): Buffer {
  const all = {
    Host: 'api.example',
    Authorization: `Bearer ${api.token}`,
    'Content-Type': 'application/json',
    'Content-Length': String(Buffer.byteLength(body)),
    Connection: 'close',
    ...headers,
  };
  const lines = Object.entries(all).flatMap(([name, value]) =>
    value === undefined ? [] : `${name}: ${value}`,
  );
  const head = latin([`${method} ${path} HTTP/1.1`, ...lines, '', ''].join('\r\n'));
  return Buffer.concat([head, Buffer.from(body)]);
}

/** Status, headers and body of the one answer. */
async function send(bytes: Buffer): Promise<{ status: number; head: string; body: string }> {
  const socket = net.connect(Number(new URL(api.baseUrl).port), '127.0.0.1');
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => chunks.push(chunk)).on('error', () => socket.destroy());
  socket.write(bytes);
  await new Promise((resolve) => socket.once('close', resolve));
  const [head = '', body = ''] = Buffer.concat(chunks).toString().split('\r\n\r\n');
  return { status: Number(head.split(' ')[1]), head, body };
}

function errorIn(answered: { head: string; body: string }): ErrorAnswer {
  expect(answered.head.toLowerCase()).toContain('content-type: application/json');
  expect(answered.head.toLowerCase()).toContain('x-request-id: ');
  const error = JSON.parse(answered.body) as ErrorAnswer;
  expect(error.error.length).toBeGreaterThan(10);
  return error;
}

const url = '{"url":"https://a.example/"}';
const nested = `{"url":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;

describe('a body', () => {
  test.each<[string, number, Sent]>([
    ['of nothing', 400, {}],
    ['that is cut off', 400, { body: '{"url":"https://a.exam' }],
    ['with a comma too many', 400, { body: '{"url":"https://a.example/",}' }],
    ['with single quotes', 400, { body: "{'url':'https://a.example/'}" }],
    ['that is a form', 400, { body: 'url=https%3A%2F%2Fa.example%2F' }],
    ['of two values', 400, { body: `${url}${url}` }],
    ['that is a word', 400, { body: 'undefined' }],
    ['that is a number', 400, { body: '12' }],
    ['that is true', 400, { body: 'true' }],
    ['that is a text', 400, { body: '"https://a.example/"' }],
    ['that is nested 100,000 deep', 400, { body: nested }],
    [
      'in invalid UTF-8',
      400,
      { body: Buffer.from([...latin('{"url":"https://a.example/'), 0xff, 0x22, 0x7d]) },
    ],
    ['in overlong UTF-8', 400, { body: Buffer.from([...latin('{"url":"http:'), 0xc0, 0xaf, 0x22, 0x7d]) }],
    ['in UTF-16', 400, { body: Buffer.from(url, 'utf16le') }],
    ['with a raw line feed in a text', 400, { body: '{"url":"https://a.example/\n"}' }],
    ['with half a surrogate pair', 400, { body: '{"url":"https://a.example/\\ud800"}' }],
    ['with an escaped NUL', 400, { body: '{"url":"https://a.example/\\u0000"}' }],
    ['whose type is text', 415, { body: url, headers: { 'Content-Type': 'text/plain' } }],
    [
      'whose type is a form',
      415,
      { body: url, headers: { 'Content-Type': 'application/x-www-form-urlencoded' } },
    ],
    ['whose type is missing', 415, { body: url, headers: { 'Content-Type': undefined } }],
    [
      'whose type is another charset',
      415,
      { body: url, headers: { 'Content-Type': 'application/json; charset=latin1' } },
    ],
    ['that is said to be compressed', 415, { body: url, headers: { 'Content-Encoding': 'gzip' } }],
    ['over 1 MB', 413, { body: `{"url":"${'x'.repeat(1_048_576)}"}` }],
    [
      'over 1 MB of a batch',
      413,
      { path: '/v1/urls/batch', body: `{"links":[${`${url},`.repeat(40_000)}${url}]}` },
    ],
    [
      'that is chunked in no known way',
      400,
      { body: 'zz\r\nabc', headers: { 'Content-Length': undefined, 'Transfer-Encoding': 'chunked' } },
    ],
  ])('%s: %i', async (name, status, sent) => {
    const answered = await send(bytesOf(sent));
    expect(answered.status).toBe(status);
    // Node itself refuses what is not HTTP, with nothing but the status
    if (!name.includes('chunked')) errorIn(answered);
  });

  test('whose length is a lie, with the rest never coming, is no link', async () => {
    const socket = net.connect(Number(new URL(api.baseUrl).port), '127.0.0.1');
    socket.on('error', () => socket.destroy());
    socket.write(bytesOf({ body: url, headers: { 'Content-Length': '5000' } }));
    await new Promise((resolve) => setTimeout(resolve, 200));
    socket.destroy();
  });
});

describe('a path', () => {
  test.each<[string, number, Sent]>([
    ['/', 404, {}],
    ['/v1', 404, {}],
    ['/v1/', 404, {}],
    ['/v2/urls', 404, {}],
    ['/urls', 404, {}],
    ['/V1/urls', 404, {}],
    ['/v1/URLS', 404, {}],
    ['/v1/urls/', 404, {}],
    ['/v1//urls', 404, {}],
    ['/v1/urls/steady/nothing', 404, {}],
    ['/v1/urls/steady/stats/more', 404, {}],
    ['/v1/../v1/urls/x/..', 404, {}],
    ['/v1/%2e%2e/urls', 404, {}],
    ['/v1/users', 404, {}],
    ['/v1/qr/steady', 404, {}],
    ['/v1/urls/steady/qr', 404, {}],
    ['/v1/urls/%', 400, {}],
    ['/v1/urls/%zz', 400, {}],
    ['/v1/urls/%c3%28', 400, {}],
    ['/v1/urls/%00', 400, {}],
    ['/v1/urls/ste%2fady', 400, {}],
    ['/v1/urls/steady%20', 400, {}],
    ["/v1/urls/steady'--", 400, {}],
    [`/v1/urls/${'s'.repeat(1_025)}`, 400, {}],
    ['/v1/urls/steady', 405, { method: 'PUT' }],
    ['/v1/urls', 405, { method: 'DELETE' }],
    ['/v1/urls', 405, { method: 'TRACE' }],
    ['/v1/usage', 405, { method: 'PATCH', body: '{}' }],
  ])('%s: %i', async (path, status, sent) => {
    const answered = await send(bytesOf({ method: 'GET', ...sent, path }));
    expect(answered.status).toBe(status);
    errorIn(answered);
    if (status === 405) expect(answered.head).toMatch(/\r\nallow: [A-Z, ]*OPTIONS/i);
  });
});

describe('two Host fields', () => {
  test.each(['/v1/urls/steady', '/x/session', '/docs', '/nothing'])('%s: 400, and the end', async (path) => {
    const sent = bytesOf({
      method: 'GET',
      path,
      headers: { Connection: 'keep-alive', hOsT: 'evil.example' },
    });
    const answered = await send(sent);
    expect(answered.status).toBe(400);
    errorIn(answered);
  });
});

describe('a header', () => {
  test.each<[string, number, Record<string, string>]>([
    ['a token with a raw high byte', 401, { Authorization: 'Bearer kz_ws_\xff\xfe' }],
    ['a token of 10,000 characters', 401, { Authorization: `Bearer kz_ws_${'a'.repeat(10_000)}` }],
    ['another scheme', 401, { Authorization: 'Basic a3o6a3o=' }],
    ['a token without a scheme', 401, { Authorization: 'kz_ws_000000000000000000000000000000000' }],
    ['two tokens in one', 401, { Authorization: 'Bearer a, Bearer b' }],
    ['no token', 401, { Authorization: '' }],
    ['a workspace of raw bytes', 403, { 'X-Workspace-Id': 'ws_\xe4\xf6\xfc' }],
    ['a workspace with quotes', 403, { 'X-Workspace-Id': "ws_' OR '1'='1" }],
    ['an overlong workspace', 403, { 'X-Workspace-Id': `ws_${'0'.repeat(8_000)}` }],
  ])('%s: %i', async (_, status, headers) => {
    const answered = await send(bytesOf({ method: 'GET', path: '/v1/urls', headers }));
    expect(answered.status).toBe(status);
    errorIn(answered);
  });

  test.each<[string, Record<string, string>]>([
    ['a language of nonsense', { 'Accept-Language': `${'de;q=,'.repeat(500)};;;==\xff` }],
    ['an accepted type of nonsense', { Accept: '/;;q=\xff,*' }],
    ['a request id with raw bytes', { 'X-Request-Id': 'a\xff\tb' }],
    ['an unknown one', { 'X-Unknown': '\xff'.repeat(1_000) }],
    ['an empty host', { Host: '' }],
    ['a host of nonsense', { Host: '[::1' }],
    ['a forwarded address of nonsense', { 'X-Forwarded-For': ',,, \xff, 999.1.1.1' }],
    ['a condition of nonsense', { 'If-None-Match': '"\xff' }],
  ])('%s does no harm', async (_, headers) => {
    const answered = await send(bytesOf({ method: 'GET', path: '/v1/urls/steady', headers }));
    expect(answered.status).toBe(200);
    expect(answered.head.toLowerCase()).not.toContain('\xff');
  });

  test.each<[string, number, string]>([
    ['a NUL in a value', 400, 'X-A: a\x00b'],
    ['a control character in a name', 400, 'X\x01A: b'],
    ['a folded line', 400, 'X-A: a\r\n b'],
    ['a bare CR', 400, 'X-A: a\rb'],
    ['two lengths', 400, 'Content-Length: 1\r\nContent-Length: 2'],
    ['20,000 characters', 431, `X-A: ${'a'.repeat(20_000)}`],
  ])('that is no HTTP, %s: %i and no more', async (_, status, line) => {
    const answered = await send(latin(`GET /v1/urls/steady HTTP/1.1\r\nHost: a\r\n${line}\r\n\r\n`));
    expect(answered.status).toBe(status);
  });
});
