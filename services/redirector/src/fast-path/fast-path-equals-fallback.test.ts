import { once } from 'node:events';
import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { GUARDED_COOKIE, openServer, type TestServer } from './server-fixture';

/** Connections with several requests each; `KURZ_TEST_CONNECTIONS=25000` sends more than 100,000 requests. */
const CONNECTIONS = Number(process.env['KURZ_TEST_CONNECTIONS'] ?? 500);
/** Longer than any answer takes; a connection that is still open then was left open. */
const TIMEOUT_MS = 20_000;
let fast: TestServer;
let fallback: TestServer;
beforeAll(async () => {
  fast = await openServer(true);
  fallback = await openServer(false);
});
afterAll(async () => {
  await fast.close();
  await fallback.close();
});

/** Sends the pieces; resolves with all that comes back until the server closes. */
async function send(port: number, pieces: readonly string[]): Promise<{ text: string; isOpen: boolean }> {
  const socket = net.connect({ port, host: '127.0.0.1', noDelay: true });
  let text = '';
  socket.setEncoding('latin1').on('data', (more: string) => (text += more));
  socket.on('error', () => socket.destroy());
  let isOpen = true;
  // once() would reject on an error, and a connection that the server has ended may well end in one
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve())).then(
    () => (isOpen = false),
  );
  await once(socket, 'connect');
  for (const [index, piece] of pieces.entries()) {
    if (index > 0) await new Promise((resolve) => setImmediate(resolve));
    if (!socket.destroyed) socket.write(Buffer.from(piece, 'latin1'));
  }
  await Promise.race([closed, sleep(TIMEOUT_MS, undefined, { ref: false })]);
  const left = isOpen;
  socket.destroy();
  return { text: text.replace(/\r\nDate: [^\r]+\r\n/g, '\r\nDate: D\r\n'), isOpen: left };
}

/** The answers up to the one that ends the connection: what the client sends after that gets a 400, or is cut off. */
function answersIn(text: string): string[] {
  const answers = text.split(/(?=HTTP\/1\.1 \d{3} )/).filter((answer) => answer !== '');
  const last = answers.findIndex((answer) => answer.includes('\r\nConnection: close\r\n'));
  return last < 0 ? answers : answers.slice(0, last + 1);
}
const isClientError = (answer = '') =>
  /^HTTP\/1\.1 4\d\d [^\r]+\r\nConnection: close\r\nContent-Length: 0\r\n\r\n$/.test(answer);
/** Whether `all` contains all of `some`, in order, whatever else it contains. */
const isWithin = (some: readonly string[], all: readonly string[]) => {
  const rest = all[Symbol.iterator]();
  return some.every((wanted) => {
    for (const each of rest) if (each === wanted) return true;
    return false;
  });
};

const target = fc.oneof(
  fc.constantFrom('/enabled', '/q/enabled', '/enabled/', '/%65nabled', '/enabled?a=b&c', '/none', '/', '/x'),
  fc.constantFrom('/guarded', '/q/guarded', '/guarded?a=b'),
  fc.constantFrom('/conditional', '/q/conditional', '/conditional?a=b&c', '/conditional?c=%ff'),
  fc.constantFrom(
    '/paused',
    '/restricted',
    '/unsafe',
    '/q/unsafe?continue=unsafe',
    '/robots.txt',
    '/favicon.ico',
  ),
  fc
    .string({
      unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)),
      maxLength: 9,
    })
    .map((rest) => `/${rest}`),
);
const plainHeader = fc.constantFrom(
  'User-Agent: Mozilla/5.0 (iPhone; \\x)',
  'user-agent: curl/8',
  'Referer: https://www.News.example/a?b',
  'Accept-Language: de-CH,de;q=0.9',
  'X-Forwarded-For: 203.0.113.7, 10.0.0.1',
  'Sec-Purpose: prefetch;prerender',
  'Purpose: Preview',
  'X-Purpose: preview',
  'X-Moz: prefetch',
  'Sec-Fetch-Site: cross-site',
  'sec-fetch-site: same-origin',
  'Connection: keep-alive',
  'Cookie: a=b; c=d',
  `Cookie: ${GUARDED_COOKIE}`,
  `cookie: a=b; ${GUARDED_COOKIE}; kurz_link=x`,
  'X-A_b: ~!@#$%^&*()',
);
const oddHeader = fc.constantFrom(
  'Content-Length: 0',
  'Content-Length: 5',
  'Transfer-Encoding: chunked',
  'Expect: 100-continue',
  'Expect: nothing',
  'Upgrade: websocket',
  'Connection: close',
  'Connection: Close',
  'Connection: close, x',
  'Connection: Upgrade',
  'Proxy-Connection: close',
  'Host: other.example',
  'Host:kurz.example',
  'User-Agent:',
  'User-Agent: \xe4\xff',
  'User-Agent:\tx',
  'User-Agent:  x  ',
  'X: a\r\n b',
  'X : a',
  ': a',
  'X',
  'X: a\x00b',
  'X: a\nY: b',
  'X: a\rY: b',
  'X@y: a',
  '@x: a',
  `X: ${'a'.repeat(17_000)}`,
  `X: ${'a'.repeat(33_000)}`,
  Array.from({ length: 120 }, (_, index) => `X-${index}: a`).join('\r\n'),
);
const requestOf = (method: string, path: string, host: string, headers: readonly string[], version: string) =>
  [`${method} ${path} ${version}`, `Host: ${host}`, ...headers].join('\r\n') + '\r\n\r\n';
const plain = fc
  .tuple(
    fc.constantFrom('GET', 'GET', 'GET', 'HEAD'),
    target,
    fc.constantFrom('kurz.example', 'kurz.example', 'KURZ.example:80', 'other.example', '[::1]'),
    fc.uniqueArray(plainHeader, { maxLength: 6 }),
  )
  .map(([method, path, host, headers]) => requestOf(method, path, host, headers, 'HTTP/1.1'));
const odd = fc.oneof(
  fc
    .tuple(
      target,
      fc.array(plainHeader, { maxLength: 3 }),
      oddHeader,
      fc.constantFrom('', 'abcde', '5\r\nabcde\r\n0\r\n\r\n'),
    )
    .map(
      ([path, headers, header, body]) =>
        requestOf('GET', path, 'kurz.example', [...headers, header], 'HTTP/1.1') + body,
    ),
  fc
    .tuple(
      fc.constantFrom('GET', 'POST', 'OPTIONS', 'get', 'CONNECT', 'PRI', 'BREW', 'HEAD'),
      fc.constantFrom(
        '/enabled',
        'http://kurz.example/enabled',
        '*',
        'enabled',
        '/a#b',
        '//x',
        '/\xe4',
        '/a b',
        '',
      ),
      fc.constantFrom('kurz.example', '', ' kurz.example', 'k z'),
      fc.constantFrom('HTTP/1.1', 'HTTP/1.0', 'HTTP/2.0', 'http/1.1', 'HTTP/1.1 '),
    )
    .map(([method, path, host, version]) => requestOf(method, path, host, [], version)),
  // one byte lost, doubled or changed
  fc
    .tuple(plain, fc.nat(), fc.constantFrom('', '\0', '\n', '\r', ' ', '\t', ':', '\r\n', '\xff', 'GET '))
    .map(([text, place, bytes]) => {
      const at = place % text.length;
      return text.slice(0, at) + bytes + text.slice(at + 1);
    }),
  plain.map((text) => text.replaceAll('\r\n', '\n')),
  plain.map((text) => `\r\n${text}`),
  fc.uint8Array({ minLength: 1, maxLength: 40 }).map((bytes) => Buffer.from(bytes).toString('latin1')),
);
const LAST = requestOf(
  'GET',
  '/enabled',
  'kurz.example',
  ['User-Agent: last', 'Connection: close'],
  'HTTP/1.1',
);
/** Clients mostly send the same headers again. */
const withHeadersOf = (earlier: string, request: string) =>
  request.slice(0, request.indexOf('\r\n')) + earlier.slice(earlier.indexOf('\r\n'));
const connection = fc
  .tuple(
    fc.array(fc.oneof({ arbitrary: plain, weight: 4 }, { arbitrary: odd, weight: 1 }), {
      minLength: 1,
      maxLength: 8,
    }),
    fc.array(fc.boolean(), { minLength: 8, maxLength: 8 }),
    fc.array(fc.nat(), { maxLength: 4 }),
  )
  .map(([drawn, isRepeated, cuts]) => {
    const requests: string[] = [];
    for (const [index, request] of drawn.entries()) {
      const earlier = requests.at(-1);
      requests.push(earlier && isRepeated[index] ? withHeadersOf(earlier, request) : request);
    }
    const text = requests.join('') + LAST;
    const places = [...new Set(cuts.map((cut) => cut % text.length))].sort((a, b) => a - b);
    return [0, ...places].map((place, index) => text.slice(place, places[index]));
  });

test.each(['Host: other.example', 'host: kurz.example', 'HOST: kurz.example'])(
  'A request with a second host (%s) is refused on both paths, and no visit',
  async (second) => {
    const request = requestOf('GET', '/enabled', 'kurz.example', [second], 'HTTP/1.1');
    for (const server of [fast, fallback]) {
      const { text, isOpen } = await send(server.port, [request]);
      expect(text).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n[^]*Connection: close\r\n/);
      expect(answersIn(text)).toHaveLength(1);
      expect(isOpen).toBe(false);
      expect(await server.newLines()).toEqual([]);
    }
  },
);

test.each([
  ['with a body', requestOf('GET', '/guarded', 'kurz.example', ['Content-Length: 5'], 'HTTP/1.1') + 'abcde'],
  ['with two hosts', requestOf('GET', '/enabled', 'kurz.example', ['Host: other.example'], 'HTTP/1.1')],
])('What is asked behind a request %s, which ends the connection, is no visit', async (_, ending) => {
  for (const server of [fast, fallback]) {
    const { text, isOpen } = await send(server.port, [ending + LAST]);
    expect([answersIn(text).length, isOpen]).toEqual([1, false]);
    expect(await server.newLines()).toEqual([]);
  }
});

test('Whatever requests come, in whatever pieces, fast path and fallback give the same answers and record the same visits', async () => {
  let exact = 0;
  await fc.assert(
    fc.asyncProperty(connection, async (pieces) => {
      const [fromFast, fromFallback] = await Promise.all([
        send(fast.port, pieces),
        send(fallback.port, pieces),
      ]);
      // The order of one connection's visits is not promised: a visit is written when its link is resolved, which is
      // sooner for a link of the near cache. Visits fold to the same rows in any order. Sorted lines compare as
      // multisets; a subsequence of sorted lines is a part of their multiset.
      const fastLines = (await fast.newLines()).toSorted();
      const fallbackLines = (await fallback.newLines()).toSorted();
      const fastAnswers = answersIn(fromFast.text);
      const fallbackAnswers = answersIn(fromFallback.text);
      expect(fromFast.isOpen).toBe(fromFallback.isOpen);
      // node:http drops pending answers when the next bytes are not HTTP, or are CONNECT. Which ones are pending
      // depends on whether it read the bytes itself or got them from the fast path
      const isConnect = pieces.join('').includes('CONNECT ');
      if (isConnect || isClientError(fastAnswers.at(-1)) || isClientError(fallbackAnswers.at(-1))) {
        const given = [fastAnswers, fallbackAnswers].map((all) => all.filter((each) => !isClientError(each)));
        const [fewer = [], more = []] = given.sort((one, other) => one.length - other.length);
        expect(isWithin(fewer, more)).toBe(true);
        expect(isWithin(fastLines, fallbackLines) || isWithin(fallbackLines, fastLines)).toBe(true);
      } else {
        expect(fastAnswers).toEqual(fallbackAnswers);
        expect(fastLines).toEqual(fallbackLines);
        exact++;
      }
    }),
    { numRuns: CONNECTIONS },
  );
  expect(exact).toBeGreaterThan(CONNECTIONS / 4);
  expect(fast.requestsOnFastPath()).toBeGreaterThan(CONNECTIONS);
}, 1_800_000);
