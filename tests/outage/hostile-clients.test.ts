// Clients that are slow, silent, rude or broken, on the redirector's fast path and its fallback, the API and the embedded product: they are
// cut off, give back what they held, and cost the visitors who behave nothing. KURZ_LONG_TESTS=1 drops 100,000 connections.

import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '../flow/until';
import { sendBytes } from '../stores/redirector/ask';
import { expectOthersServed } from './hostile/expect-others-served';
import { socketsHeldBy, isHeldKnown, memoryHeldBy } from './hostile/held-by';
import { startHostileClients, type HostileClients } from './hostile/start-hostile-clients';
import { startApiVictim, startRedirectorVictim, startStandaloneVictim } from './hostile/start-victims';
import { bytesOf, type Victim } from './hostile/victim';
import { p99Of, visitUntil } from './hostile/well-behaved-visitors';
import { ifLong } from './long-tests';

const SLOW = 500;
const DROPPED = ifLong(100_000, 5_000);
/** What a slow client may have at most. */
const CUT_MS = 15_000;
/** Most for a client that takes nothing: 15 s, and the time in which buffers fill. */
const UNTAKEN_MS = 25_000;
const WARM_UP_MS = 3_000;
const IDLE = 1_500;
/** Shorter than the time after which the beginning of a head is no longer the fast path's. */
const IDLE_WATCHED_MS = 2_000;
/** Connections to the stores come and go as well. */
const SOCKETS_SLACK = 30;
/**
 * A KiB left of each of 100,000 connections would be more. Processes run with a heap of at most 128 MiB: with Node's own
 * limit nobody can tell garbage from what clients hold, and two that take no answer held more than that.
 */
const MEMORY_SLACK = 96 * 1024 ** 2;

if (!isHeldKnown) console.log('skipped: sockets and memory, because only Linux tells what a process holds');

let hostile: HostileClients;
beforeAll(async () => {
  hostile = await startHostileClients();
});
afterAll(() => hostile?.close());

describe.each([
  ['the redirector with its fast path', () => startRedirectorVictim(true)],
  ['the redirector without its fast path', () => startRedirectorVictim(false)],
  ['the API', startApiVictim],
  ['the embedded product', startStandaloneVictim],
])('%s', (_, startVictim) => {
  let victim: Victim;
  beforeAll(async () => {
    victim = await startVictim();
    // a warm server is compared with itself
    await visitUntil(victim, sleep(WARM_UP_MS));
  }, 240_000);
  afterAll(() => victim?.close());
  afterEach(() => {
    if (victim.hasEnded()) throw new Error(`it has ended: ${victim.log()}`);
  });

  /** What the processes hold is given back to what they held before. */
  async function expectGivenBack(attack: () => Promise<void>): Promise<void> {
    if (!isHeldKnown) return attack();
    const pids = await victim.pids();
    const [sockets, memory] = await Promise.all([socketsHeldBy(pids), memoryHeldBy(pids)]);
    await attack();
    // a worker that had died would be another one now
    if (String(await victim.pids()) !== String(pids)) throw new Error(`a process has died: ${victim.log()}`);
    await until(
      'the sockets are given back',
      async () => (await socketsHeldBy(pids)) <= sockets + SOCKETS_SLACK,
    );
    expect((await memoryHeldBy(pids)) - memory).toBeLessThan(MEMORY_SLACK);
  }

  it('cuts off within 15 s who sends slowly, nothing or half, while others are answered as ever', async () => {
    const { port, strangerRequest, endlessBody } = victim;
    const hold = { kind: 'hold', port, drip: '', isHalfClosed: false } as const;
    const beginning = strangerRequest.slice(0, -2);
    const attack = async () => {
      const held = await hostile.attack(
        { ...hold, count: SLOW, opening: beginning, drip: 'X' },
        { ...hold, count: SLOW, opening: endlessBody, drip: ' ' },
        { ...hold, count: SLOW / 5, opening: '' },
        { ...hold, count: SLOW / 5, opening: beginning },
        { ...hold, count: SLOW / 5, opening: beginning, isHalfClosed: true },
        { ...hold, count: SLOW / 5, opening: `${strangerRequest}GET /`, drip: 'x' },
      );
      const longest = held.map((each) => Math.max(...each));
      console.log(`longest, ms: ${longest.join(', ')}`);
      expect(Math.max(...longest)).toBeLessThanOrEqual(CUT_MS);
    };
    await expectGivenBack(() => expectOthersServed(victim, attack));
  }, 240_000);

  it(`gives everything back when ${DROPPED} connections are opened and dropped, while others are answered`, async () => {
    const { port, strangerRequest: request, droppedASecond: perSecond } = victim;
    const attack = async () => {
      const refused = await hostile.attack({ kind: 'drop', port, count: DROPPED, perSecond, request });
      expect(refused).toEqual([[0]]);
    };
    await expectGivenBack(() => expectOthersServed(victim, attack));
  }, 1_800_000);

  it('cuts off who asks on and on and takes no answer', async () => {
    const { port, longestRequest: request } = victim;
    await expectGivenBack(async () => {
      const [held = []] = await hostile.attack({ kind: 'unread', port, count: 2, request });
      console.log(`unread, ms: ${held.join(', ')}`);
      expect(Math.max(...held)).toBeLessThan(UNTAKEN_MS);
    });
  }, 240_000);

  it.each([
    ['nothing after it', '', 15_000],
    ['the first byte of another', 'G', 5_000],
  ])(
    'keeps nothing of a chunk of requests once they are answered, with %s',
    async (_what, tail, forMs) => {
      const { port, visit, idleBytes } = victim;
      if (idleBytes === undefined || !isHeldKnown) return;
      const headers = {
        ...visit.headers,
        'User-Agent': 'Mozilla/5.0 '.padEnd(500, 'x'),
        Cookie: 'c='.padEnd(1_200, 'x'),
      };
      const request = bytesOf({ ...visit, headers });
      const pids = await victim.pids();
      const before = await memoryHeldBy(pids);
      const [unanswered] = await hostile.attack({ kind: 'idle', port, count: IDLE, request, tail, forMs });
      expect(unanswered).toEqual([0]);
      let least = Infinity;
      const watch = async () => {
        for (const end = performance.now() + IDLE_WATCHED_MS; performance.now() < end; await sleep(50))
          least = Math.min(least, await memoryHeldBy(pids));
      };
      // visits make the garbage that has it collected
      await visitUntil(victim, watch());
      console.log(`memory of ${IDLE} idle connections: ${Math.round((least - before) / 1024 ** 2)} MiB`);
      expect(least - before).toBeLessThan(idleBytes);
      await sleep(forMs - IDLE_WATCHED_MS);
    },
    240_000,
  );

  it('makes few of the answers that a thousand connections ask for ahead and do not take', async () => {
    const { port, longestRequest: request, askedAheadBytes } = victim;
    if (askedAheadBytes === undefined || !isHeldKnown) return;
    const pids = await victim.pids();
    const before = await memoryHeldBy(pids);
    let most = before;
    let isOver = false;
    const watch = async () => {
      while (!isOver) {
        most = Math.max(most, await memoryHeldBy(pids));
        await sleep(20);
      }
    };
    const attack = async () => {
      const refused = await hostile.attack({ kind: 'ahead', port, count: 1_000, request, forMs: 3_000 });
      expect(refused).toEqual([[0]]);
    };
    const watching = watch();
    const [visits] = await visitUntil(victim, attack()).finally(() => (isOver = true));
    await watching;
    expect(visits.wrong).toEqual([]);
    console.log(`p99 ${p99Of([visits]).toFixed(1)} ms with a thousand that ask ahead`);
    const mib = Math.round((most - before) / 1024 ** 2);
    console.log(`most memory for a thousand that ask ahead: ${mib} MiB`);
    expect(most - before).toBeLessThan(askedAheadBytes);
  }, 240_000);

  it.each([
    [
      'a head that is too long',
      () => victim.strangerRequest.replace('\r\n\r\n', `\r\nX: ${'x'.repeat(40_000)}\r\n\r\n`),
      () => 431,
    ],
    [
      'a target that is too long',
      () => `GET /${'x'.repeat(40_000)} HTTP/1.1\r\nHost: x\r\n\r\n`,
      () => victim.longTargetStatus,
    ],
    ['no HTTP', () => 'hello\r\nthere\r\n\r\n', () => 400],
    ['a TLS hello', () => Buffer.from('1603010200010001fc0303'.padEnd(1034, '5a'), 'hex'), () => 400],
    ['bytes without an end', () => Buffer.alloc(64 * 1024, 0xff), () => 400],
  ])('answers %s with an error and closes', async (_what, bytes, statusOf) => {
    const answer = await sendBytes(victim.port, bytes());
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${statusOf()} [^]*\r\nConnection: close\r\n`));
  });

  it('answers a head that comes byte by byte like a whole one', async () => {
    const socket = connect({ port: victim.port, host: '127.0.0.1', noDelay: true });
    await once(socket, 'connect');
    for (const byte of bytesOf(victim.visit)) {
      socket.write(byte, 'latin1');
      await sleep(1);
    }
    const [answer] = (await once(socket, 'data')) as [Buffer];
    socket.destroy();
    expect(answer.toString()).toMatch(new RegExp(`^HTTP/1\\.1 ${victim.status} `));
  });

  it('answers all requests that come at once, as many as may wait', async () => {
    const request = bytesOf(victim.visit);
    const last = request.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n');
    const answer = await sendBytes(victim.port, request.repeat(victim.mostWaiting - 1) + last);
    const statuses = [...answer.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
    expect(statuses).toEqual(Array.from({ length: victim.mostWaiting }, () => victim.status));
  });
});
