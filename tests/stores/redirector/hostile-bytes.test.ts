import net from 'node:net';
import fc from 'fast-check';
import { ask, sendBytes } from './ask';
import { openRedirector, type OpenRedirector } from './open-redirector';
import { addLink, addWorkspace, SHARED_ZONE } from './stored-links';
import { propertyRuns } from '../../property-runs';

let open: OpenRedirector;
const rejections: unknown[] = [];
const onRejection = (reason: unknown) => rejections.push(reason);

beforeAll(async () => {
  process.on('unhandledRejection', onRejection);
  process.on('uncaughtException', onRejection);
  open = await openRedirector();
  await addWorkspace(open.db);
  await addLink(open.db, 'abc');
  await open.linkCache.publishZone(SHARED_ZONE);
});
afterAll(async () => {
  await open.close();
  process.off('unhandledRejection', onRejection);
  process.off('uncaughtException', onRejection);
});
afterEach(async () => {
  expect((await ask(open.port, '/abc')).status).toBe(302);
  expect(rejections).toEqual([]);
});

const HOST = 'Host: kurz.example\r\n';
const statusesOf = (bytes: string) =>
  [...bytes.matchAll(/HTTP\/1\.1 (\d{3})/g)].map((match) => Number(match[1]));

test.each<[string, string, number[]]>([
  ['no request at all', '\x00\x01\x02\x03\r\n\r\n', [400]],
  ['a TLS hello', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', [400]],
  ['HTTP/2 preface', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', [400]],
  ['no host', 'GET /abc HTTP/1.1\r\nConnection: close\r\n\r\n', [400]],
  ['no host, HTTP/1.0', 'GET /abc HTTP/1.0\r\n\r\n', [404]],
  ['an empty host', 'GET /abc HTTP/1.1\r\nHost:\r\nConnection: close\r\n\r\n', [404]],
  ['a NUL in the path', `GET /a\x00bc HTTP/1.1\r\n${HOST}\r\n`, [400]],
  ['a path of dots', `GET /../../etc/passwd HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`, [404]],
  ['encoded NUL', `GET /ab%00c HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`, [404]],
  ['broken encoding', `GET /ab%E0%A4 HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`, [404]],
  ['encoded line breaks', `GET /abc%0d%0aX:y HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`, [404]],
  ['a bare CR in a header', `GET /abc HTTP/1.1\r\n${HOST}X: a\rb\r\n\r\n`, [400]],
  ['a folded header', `GET /abc HTTP/1.1\r\n${HOST}X: a\r\n b\r\n\r\n`, [400]],
  ['a space before the colon', `GET /abc HTTP/1.1\r\n${HOST}X : a\r\n\r\n`, [400]],
  ['two lengths', `GET /abc HTTP/1.1\r\n${HOST}Content-Length: 1\r\nContent-Length: 2\r\n\r\nab`, [400]],
  [
    'length and chunked',
    `GET /abc HTTP/1.1\r\n${HOST}Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n`,
    [400],
  ],
  ['a negative length', `GET /abc HTTP/1.1\r\n${HOST}Content-Length: -1\r\n\r\n`, [400]],
  ['too many headers', `GET /abc HTTP/1.1\r\n${HOST}X: ${'a'.repeat(40_000)}\r\n\r\n`, [431]],
  ['an endless target', `GET /${'a'.repeat(40_000)} HTTP/1.1\r\n${HOST}\r\n`, [431]],
  [
    'a long cookie',
    `GET /abc HTTP/1.1\r\n${HOST}Cookie: ${'a'.repeat(20_000)}\r\nConnection: close\r\n\r\n`,
    [302],
  ],
  ['an unknown method', `BREW /abc HTTP/1.1\r\n${HOST}\r\n`, [400]],
  ['OPTIONS *', `OPTIONS * HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`, [405]],
  ['a target without a slash', `GET abc HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`, [400]],
  ['an upgrade', `GET /abc HTTP/1.1\r\n${HOST}Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n`, [302]],
  [
    'an expectation',
    `GET /abc HTTP/1.1\r\n${HOST}Expect: 100-continue\r\nConnection: close\r\n\r\n`,
    [100, 302],
  ],
  ['three in a row', `GET /abc HTTP/1.1\r\n${HOST}\r\n`.repeat(3), [302, 302, 302]],
  [
    'a smuggled second request',
    `GET /abc HTTP/1.1\r\n${HOST}Content-Length: 40\r\n\r\nGET /abc HTTP/1.1\r\n${HOST}\r\n`,
    [302],
  ],
])('%s', async (_, bytes, statuses) => {
  expect(statusesOf(await sendBytes(open.port, bytes, { answers: statuses.length }))).toEqual(statuses);
});

test.each<[string, string]>([
  ['no version', `GET /abc\r\n${HOST}\r\n`],
  ['HTTP/0.9', 'GET /abc\r\n\r\n'],
  ['a raw high byte in the path', `GET /\xe4bc HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`],
])('%s, which some versions of Node let through, is answered once and with no 5xx', async (_, bytes) => {
  const statuses = statusesOf(await sendBytes(open.port, bytes, { answers: 1 }));
  expect(statuses).toHaveLength(1);
  expect(statuses[0]).toBeLessThan(500);
});

test('A CONNECT is not tunnelled', async () => {
  const connect = `CONNECT evil.example:443 HTTP/1.1\r\n${HOST}\r\n`;
  expect(await sendBytes(open.port, connect, { answers: 1 })).not.toContain(' 200');
});

test('Clients that leave in the middle of anything harm nobody', async () => {
  const request = `GET /abc HTTP/1.1\r\n${HOST}\r\n`;
  const leaving = Array.from({ length: 200 }, async (_, index) => {
    const socket = net.connect(open.port, '127.0.0.1');
    socket.on('error', () => {});
    const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
    socket.once('connect', () => {
      socket.write(request.slice(0, 1 + (index % request.length)));
      if (index % 2) socket.resetAndDestroy();
      else socket.destroy();
    });
    await closed;
  });
  await Promise.all(leaving);
});

const piece = fc.oneof(
  {
    arbitrary: fc.constantFrom('GET ', 'HEAD ', 'POST ', '/abc', '/q/abc', '/', '?continue=unsafe'),
    weight: 4,
  },
  { arbitrary: fc.constantFrom(' HTTP/1.1\r\n', ' HTTP/1.0\r\n', '\r\n', '\r\n\r\n', '\n', '\r'), weight: 4 },
  {
    arbitrary: fc.constantFrom(HOST, 'Host: ', 'Host: [::1\r\n', 'Host: \xff\xfe\r\n', 'Referer: http://'),
    weight: 3,
  },
  {
    arbitrary: fc.constantFrom('Content-Length: 3\r\n', 'Transfer-Encoding: chunked\r\n', '0\r\n\r\n'),
    weight: 2,
  },
  {
    arbitrary: fc.constantFrom('X-Forwarded-For: ,,\r\n', 'Connection: close\r\n', '%', '%00', '\x00'),
    weight: 2,
  },
  {
    arbitrary: fc.uint8Array({ maxLength: 30 }).map((bytes) => Buffer.from(bytes).toString('latin1')),
    weight: 2,
  },
);

test('Whatever bytes come, no answer is a 500 and the server lives', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { minLength: 1, maxLength: 25 }), async (pieces) => {
      const statuses = statusesOf(await sendBytes(open.port, pieces.join(''), { answers: 0, restMs: 25 }));
      for (const status of statuses) expect([100, 200, 302, 400, 404, 405, 417, 431]).toContain(status);
    }),
    propertyRuns(400),
  );
});

test('Well-formed requests with any target, host and headers get an answer that is no 5xx', async () => {
  const text = fc
    .array(
      fc.integer({ min: 0x21, max: 0xff }).filter((byte) => byte !== 0x7f),
      { maxLength: 60 },
    )
    .map((bytes) => Buffer.from(bytes).toString('latin1'));
  await fc.assert(
    fc.asyncProperty(text, text, text, text, async (target, host, agent, address) => {
      const lines = [
        `GET /${target} HTTP/1.1`,
        `Host: ${host}`,
        `User-Agent: ${agent}`,
        `Referer: https://${agent}`,
        `X-Forwarded-For: ${address}`,
        'Connection: close',
      ];
      const statuses = statusesOf(await sendBytes(open.port, `${lines.join('\r\n')}\r\n\r\n`));
      expect(statuses).toHaveLength(1);
      expect(statuses[0]).toBeLessThan(500);
    }),
    propertyRuns(400),
  );
});
