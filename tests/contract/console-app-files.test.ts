// The web app's files as the API serves them below /app/: the page for every address of the app, hashed files cached
// for a year, compressed variants, and headers that let nothing else run.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { startApi, type TestApi } from './start-api';

const PAGE =
  '<!doctype html><html lang="en"><title>Kurz</title><script type="module" src="/app/assets/a-1.js">';
const SCRIPT = 'document.title = "Kurz";'.repeat(20);
const folder = mkdtempSync(path.join(os.tmpdir(), 'kurz-app-'));

let api: TestApi;
let bare: TestApi;
beforeAll(async () => {
  mkdirSync(path.join(folder, 'assets'));
  writeFileSync(path.join(folder, 'index.html'), PAGE);
  writeFileSync(path.join(folder, 'icon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  writeFileSync(path.join(folder, 'secret.env'), 'not the app’s');
  const script = path.join(folder, 'assets', 'a-1.js');
  writeFileSync(script, SCRIPT);
  writeFileSync(`${script}.br`, brotliCompressSync(SCRIPT));
  writeFileSync(`${script}.gz`, gzipSync(SCRIPT));
  [api, bare] = await Promise.all([
    startApi({ settings: { appFolder: folder } }),
    startApi({ settings: { appFolder: path.join(folder, 'nowhere') } }),
  ]);
});
afterAll(async () => {
  await Promise.all([api.close(), bare.close()]);
  rmSync(folder, { recursive: true });
});

type Reply = { status: number | undefined; headers: http.IncomingHttpHeaders; bytes: Buffer };

/** Uses node:http, because fetch would normalize paths and decompress bodies. */
function ask(
  target: string,
  { method = 'GET', headers = {}, of = api }: { method?: string; headers?: object; of?: TestApi } = {},
): Promise<Reply> {
  const { hostname, port } = new URL(of.baseUrl);
  return new Promise((resolve, reject) => {
    http
      .request({ hostname, port, path: target, method, headers: { ...headers } }, (response) => {
        const pieces: Buffer[] = [];
        response.on('data', (piece: Buffer) => pieces.push(piece));
        response.on('end', () =>
          resolve({ status: response.statusCode, headers: response.headers, bytes: Buffer.concat(pieces) }),
        );
      })
      .on('error', reject)
      .end();
  });
}

test.each(['/app/', '/app/links', '/app/links/krz.example/abc', '/app/links?page=2', '/app/sign-in'])(
  '%s is the page, which browsers ask for anew',
  async (target) => {
    const { status, headers, bytes } = await ask(target);
    expect([status, bytes.toString()]).toEqual([200, PAGE]);
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
    });
  },
);

test('a browser that has the page gets 304', async () => {
  const { headers } = await ask('/app/');
  const { etag = '' } = headers;
  for (const known of [etag, etag.replace('W/', ''), `"other", ${etag}`, '*']) {
    const again = await ask('/app/links', { headers: { 'if-none-match': known } });
    expect([again.status, again.bytes.length, again.headers.etag]).toEqual([304, 0, etag]);
  }
  expect((await ask('/app/', { headers: { 'if-none-match': '"other"' } })).status).toBe(200);
});

test('a file with a hash in its name is kept for a year', async () => {
  const { status, headers, bytes } = await ask('/app/assets/a-1.js');
  expect([status, bytes.toString()]).toEqual([200, SCRIPT]);
  expect(headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    vary: 'Accept-Encoding',
  });
  expect((await ask('/app/icon.svg')).headers['cache-control']).toBe('no-cache');
});

test.each([
  ['br, gzip', 'br'],
  ['gzip, deflate, br', 'br'],
  ['gzip', 'gzip'],
  ['br;q=0, gzip;q=0.5', 'gzip'],
  ['identity', undefined],
  ['', undefined],
])('Accept-Encoding "%s" gets %s', async (accepted, encoding) => {
  const { headers, bytes } = await ask('/app/assets/a-1.js', { headers: { 'accept-encoding': accepted } });
  expect(headers['content-encoding']).toBe(encoding);
  expect(Number(headers['content-length'])).toBe(bytes.length);
  const plain =
    encoding === 'br' ? brotliDecompressSync(bytes) : encoding === 'gzip' ? gunzipSync(bytes) : bytes;
  expect(plain.toString()).toBe(SCRIPT);
});

test('nothing runs that does not come from the app itself', async () => {
  const { headers } = await ask('/app/links');
  expect(String(headers['content-security-policy']).split('; ').sort()).toEqual([
    "base-uri 'none'",
    "connect-src 'self'",
    "default-src 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "img-src 'self' data: blob:",
    "script-src 'self'",
    "style-src 'self'",
  ]);
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'cross-origin-opener-policy': 'same-origin',
    'referrer-policy': 'same-origin',
  });
});

test.each([
  '/app/assets/a-2.js',
  '/app/assets/',
  '/app/gone.js',
  '/app/secret.env.txt',
  '/app/assets/a-1.js.br',
  '/App/links',
])('%s is not there', async (target) => {
  const { status, headers } = await ask(target);
  expect([status, headers['content-type']]).toEqual([404, 'application/json; charset=utf-8']);
});

test('no path leads out of the folder, and what is no file of an app is not given', async () => {
  for (const target of ['/app/../../../etc/passwd', '/app/%2e%2e/%2e%2e/etc/passwd', '/app/secret.env']) {
    const { bytes } = await ask(target);
    expect(bytes.toString()).not.toMatch(/root:|not the app/);
  }
});

test('HEAD has the headers alone, OPTIONS says what may be asked, and nothing else may', async () => {
  const head = await ask('/app/links', { method: 'HEAD' });
  expect([head.status, head.bytes.length, head.headers['content-length']]).toEqual([
    200,
    0,
    String(Buffer.byteLength(PAGE)),
  ]);
  const allow = 'GET, HEAD, OPTIONS';
  const options = await ask('/app/links', { method: 'OPTIONS' });
  expect([options.status, options.headers.allow]).toEqual([204, allow]);
  const post = await ask('/app/links', { method: 'POST' });
  expect([post.status, post.headers.allow]).toEqual([405, allow]);
});

test('/app and, for a browser, / lead to the app', async () => {
  const browser = { accept: 'text/html,*/*;q=0.8' };
  for (const reply of [await ask('/app'), await ask('/', { headers: browser })]) {
    expect([reply.status, reply.headers.location]).toEqual([302, '/app/']);
  }
  // a target is a path, not an address: its `//` does not begin a host
  for (const target of ['//', '//?a=b'])
    expect((await ask(target, { headers: browser })).headers.location).toBe('/app/');
  expect((await ask('/')).status).toBe(404);
  expect((await ask('/', { method: 'POST', headers: browser })).status).toBe(404);
});

test('where the app was not built nothing of it is there', async () => {
  for (const target of ['/app', '/app/', '/app/links', '/'])
    expect((await ask(target, { of: bare, headers: { accept: 'text/html' } })).status).toBe(404);
  expect([api.api.hasApp, bare.api.hasApp]).toEqual([true, false]);
});
