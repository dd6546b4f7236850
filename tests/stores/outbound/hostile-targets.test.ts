// The guard of outbound calls against targets that a hostile tenant may name. A server listens where these targets
// lead, on all addresses of this machine: nothing may arrive there.

import { once } from 'node:events';
import { createServer as createTcpServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { allowedTargetsOf, makeOutbound, type Outbound } from '@kurz/outbound';
import { startDnsServer, type TestDnsServer } from '../../contract/start-dns-server';

let dns: TestDnsServer;
let server: Server;
let port: number;
let arrived: string[] = [];
/** What the server does with a connection. */
let onConnection: (socket: Socket) => void;
const opened: Outbound[] = [];

const LIMITS = { timeoutMs: 5_000, maxBytes: 1_000 };
const OK = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok';
const answer = (text: string) => (socket: Socket) => void socket.on('data', () => socket.write(text));

beforeAll(async () => {
  dns = await startDnsServer();
  server = createTcpServer((socket) => {
    arrived.push(socket.localAddress ?? '');
    socket.on('error', () => undefined);
    onConnection(socket);
  });
  server.listen(0, '::');
  await once(server, 'listening');
  ({ port } = server.address() as AddressInfo);
});
beforeEach(() => {
  arrived = [];
  dns.asked.length = 0;
  onConnection = answer(OK);
});
afterEach(() => {
  for (const outbound of opened.splice(0)) outbound.close();
});
afterAll(async () => {
  server.close();
  await dns.close();
});

function open(allow = '', ports = [port]) {
  const outcome = allowedTargetsOf(allow);
  if (outcome.kind === 'faulty') throw new Error(`${allow} is faulty`);
  const outbound = makeOutbound({ allowed: outcome.targets, ports, dnsServers: [dns.address] });
  opened.push(outbound);
  return outbound;
}

const ask = (outbound: Outbound, url: string, limits = LIMITS) =>
  outbound.request({ url: new URL(url), ...limits, isPlainAllowed: true });

const NOT_PUBLIC = { kind: 'refused', reason: 'not_public' };

test.each([
  '127.0.0.1',
  '127.1',
  '127.255.255.254',
  '2130706433',
  '0x7f000001',
  '0x7f.1',
  '0177.0.0.1',
  '017700000001',
  '0',
  '0.0.0.0',
  '%31%32%37.0.0.1',
  '①②⑦.⓪.⓪.①',
  '127。0。0。1',
  '127.0.0.1.',
  '10.0.0.1',
  '100.64.0.1',
  '100.100.100.200',
  '169.254.169.254',
  '0xa9fea9fe',
  '172.16.0.1',
  '192.168.1.1',
  '192.0.0.192',
  '198.18.0.1',
  '203.0.113.1',
  '224.0.0.1',
  '255.255.255.255',
  '168.63.129.16',
  '[::]',
  '[::1]',
  '[0:0:0:0:0:0:0:1]',
  '[::127.0.0.1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::ffff:0:127.0.0.1]',
  '[64:ff9b::127.0.0.1]',
  '[64:ff9b:1::127.0.0.1]',
  '[2002:7f00:1::]',
  '[2001:0:4136:e378:8000:63bf:80ff:fffe]',
  '[2001:db8::1]',
  '[fd00:ec2::254]',
  '[fe80::1]',
  '[fec0::1]',
  '[ff02::1]',
])('does not ask the address %s', async (host) => {
  expect(await ask(open(), `http://${host}:${port}/`)).toEqual(NOT_PUBLIC);
  expect(arrived).toEqual([]);
  expect(dns.asked).toEqual([]);
});

test.each<[string, string[]]>([
  ['loopback', ['127.0.0.1']],
  ['loopback of IPv6', ['::1']],
  ['a private network', ['10.0.0.1']],
  ['metadata of a cloud', ['169.254.169.254']],
  ['a mapped address', ['::ffff:127.0.0.1']],
  ['this network', ['0.0.0.0']],
  ['NAT64', ['64:ff9b::7f00:1']],
  ['a public address and loopback', ['1.1.1.1', '127.0.0.1']],
  ['a public address and loopback of IPv6', ['1.1.1.1', '::1']],
])('does not ask a name that leads to %s', async (_, addresses) => {
  dns.setAddresses('evil.example', addresses);
  expect(await ask(open(), `http://evil.example:${port}/`)).toEqual(NOT_PUBLIC);
  expect(arrived).toEqual([]);
});

test.each(['localhost', 'localhost.', 'LOCALHOST', 'a.localhost', 'ip6-localhost'])(
  'does not take the name %s from the system',
  async (host) => {
    expect(await ask(open(), `http://${host}:${port}/`)).not.toMatchObject({ kind: 'answer' });
    expect(arrived).toEqual([]);
  },
);

test.each([
  ['ftp://1.1.1.1/', 'scheme'],
  ['file:///etc/passwd', 'scheme'],
  ['gopher://1.1.1.1:6379/_FLUSHALL', 'scheme'],
  ['unix:/var/run/docker.sock', 'scheme'],
  ['data:text/plain,hi', 'scheme'],
  ['https://name:word@1.1.1.1/', 'credentials'],
  ['https://127.0.0.1@evil.example/', 'credentials'],
  ['http://1.1.1.1:22/', 'port'],
  ['http://1.1.1.1:25/', 'port'],
  ['http://1.1.1.1:6379/', 'port'],
  ['https://1.1.1.1:0/', 'port'],
])('does not ask %s', async (url, reason) => {
  expect(await ask(open('', [80, 443]), url)).toEqual({ kind: 'refused', reason });
});

it('asks without TLS where the caller or the operator allows it', async () => {
  const url = new URL(`http://localhost:${port}/`);
  expect(await open().request({ url, ...LIMITS })).toEqual({ kind: 'refused', reason: 'scheme' });
  expect(await open(`localhost:${port}`).request({ url, ...LIMITS })).toMatchObject({ status: 200 });
});

it('connects to the addresses that it looked at, without asking again', async () => {
  dns.setAddresses('rebinding.example', ['127.0.0.2'], ['127.0.0.3']);
  const outbound = open('127.0.0.2/32');
  expect(await ask(outbound, `http://rebinding.example:${port}/`)).toMatchObject({ status: 200 });
  expect(arrived).toEqual(['::ffff:127.0.0.2']);
  expect(dns.asked).toHaveLength(2);
});

it('judges a name anew for a new connection', async () => {
  dns.setAddresses('rebinding.example', ['127.0.0.2'], ['127.0.0.3']);
  const outbound = open('127.0.0.2/32');
  onConnection = answer(OK.replace('\r\n\r\n', '\r\nconnection: close\r\n\r\n'));
  await ask(outbound, `http://rebinding.example:${port}/`);
  expect(await ask(outbound, `http://rebinding.example:${port}/`)).toEqual(NOT_PUBLIC);
  expect(arrived).toEqual(['::ffff:127.0.0.2']);
});

it('keeps a connection for the next request', async () => {
  const outbound = open('127.0.0.0/8');
  dns.setAddresses('kept.example', ['127.0.0.2']);
  for (let n = 0; n < 3; n++) await ask(outbound, `http://kept.example:${port}/`);
  expect(arrived).toHaveLength(1);
});

it('follows no redirect', async () => {
  const location = `http://127.0.0.1:${port}/`;
  onConnection = answer(`HTTP/1.1 307 Away\r\nlocation: ${location}\r\ncontent-length: 0\r\n\r\n`);
  dns.setAddresses('redirecting.example', ['127.0.0.2']);
  const outcome = await ask(open('127.0.0.2/32'), `http://redirecting.example:${port}/`);
  expect(outcome).toMatchObject({ kind: 'answer', status: 307, headers: { location } });
  expect(arrived).toEqual(['::ffff:127.0.0.2']);
});

test.each<[string, (socket: Socket) => void, string]>([
  ['says nothing', () => undefined, 'timeout'],
  ['drips its head', drip('HTTP/1.1 200 OK\r\nx: ', 'x'), 'timeout'],
  ['drips its body', drip('HTTP/1.1 200 OK\r\ncontent-length: 900\r\n\r\n', 'x'), 'timeout'],
  ['goes on with interim answers', drip('', 'HTTP/1.1 103 Early Hints\r\n\r\n'), 'timeout'],
  ['answers too much', answer(`HTTP/1.1 200 OK\r\n\r\n${'x'.repeat(2_000)}`), 'too_large'],
  [
    'answers too much in chunks',
    answer(
      `HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n${'3e8\r\n' + 'x'.repeat(1_000) + '\r\n'}1\r\nx\r\n`,
    ),
    'too_large',
  ],
  ['has a head without end', answer(`HTTP/1.1 200 OK\r\nx: ${'x'.repeat(100_000)}`), 'unreachable'],
  [
    'changes the protocol',
    answer('HTTP/1.1 101 Switching\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n'),
    'unreachable',
  ],
  ['is no HTTP', answer('+PONG\r\n'), 'unreachable'],
  ['hangs up', (socket) => socket.destroy(), 'unreachable'],
  [
    'ends before its body does',
    (socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nx'),
    'unreachable',
  ],
])('ends with a server that %s', async (_, manner, reason) => {
  onConnection = manner;
  const limits = { ...LIMITS, timeoutMs: reason === 'timeout' ? 100 : 60_000 };
  const outcome = await ask(open(`localhost:${port}`), `http://localhost:${port}/`, limits);
  expect(outcome).toMatchObject({ kind: 'failed', reason });
});

function drip(start: string, more: string) {
  return (socket: Socket) => {
    socket.write(start);
    const timer = setInterval(() => socket.write(more), 5);
    socket.on('close', () => clearInterval(timer));
  };
}

it('does not trust a server without TLS', async () => {
  const outcome = await ask(open(`localhost:${port}`), `https://localhost:${port}/`);
  expect(outcome).toMatchObject({ kind: 'failed', reason: 'unreachable' });
});

it('tells a name that does not exist from name servers that do not answer', async () => {
  const outbound = open();
  expect(await ask(outbound, `http://absent.example:${port}/`)).toMatchObject({ reason: 'no_such_host' });
  dns.behave('fail');
  expect(await ask(outbound, `http://absent.example:${port}/`)).toMatchObject({ reason: 'dns_unavailable' });
  dns.behave('answer');
});
