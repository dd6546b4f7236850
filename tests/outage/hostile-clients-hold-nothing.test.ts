// Clients that read no answers, pipeline, stay idle or send invalid requests, on the redirector's fast path and its
// fallback, the API and the embedded product: they are cut off or refused, and cost little memory.

import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { sendBytes } from '../stores/redirector/ask';
import { describeAttacked } from './hostile/describe-attacked';
import { expectGivenBack } from './hostile/expect-given-back';
import { isHeldKnown, memoryHeldBy } from './hostile/held-by';
import type { Attacked } from './hostile/start-attacked';
import { bytesOf } from './hostile/target';
import { p99Of, visitUntil } from './hostile/well-behaved-visitors';

/** The longest that a client that reads nothing may stay: 15 s, and the time in which buffers fill. */
const UNTAKEN_MS = 25_000;
const IDLE = 1_500;
/** Shorter than the time after which the fast path hands an incomplete head over. */
const IDLE_WATCHED_MS = 2_000;

async function askOnAndOn({ target, hostile }: Attacked): Promise<void> {
  const { port, longestRequest: request } = target;
  await expectGivenBack(target, async () => {
    const [held = []] = await hostile.attack({ kind: 'unread', port, count: 2, request });
    console.log(`unread, ms: ${held.join(', ')}`);
    expect(Math.max(...held)).toBeLessThan(UNTAKEN_MS);
  });
}

describeAttacked(askOnAndOn, (cases) => {
  // all servers are attacked at once: most of the time is waiting
  it('cuts off who asks on and on and takes no answer', async () => {
    await cases.attackAll();
  });

  it.each([
    ['nothing after it', '', 15_000],
    ['the first byte of another', 'G', 5_000],
  ])('keeps nothing of a chunk of requests once they are answered, with %s', async (_what, tail, forMs) => {
    const { port, visit, idleBytes } = cases.target;
    if (idleBytes === undefined || !isHeldKnown) return;
    const headers = {
      ...visit.headers,
      'User-Agent': 'Mozilla/5.0 '.padEnd(500, 'x'),
      Cookie: 'c='.padEnd(1_200, 'x'),
    };
    const request = bytesOf({ ...visit, headers });
    const pids = await cases.target.pids();
    const before = await memoryHeldBy(pids);
    const [unanswered] = await cases.hostile.attack({
      kind: 'idle',
      port,
      count: IDLE,
      request,
      tail,
      forMs,
    });
    expect(unanswered).toEqual([0]);
    let least = Infinity;
    const watch = async () => {
      for (const end = performance.now() + IDLE_WATCHED_MS; performance.now() < end; await sleep(50))
        least = Math.min(least, await memoryHeldBy(pids));
    };
    // visits produce garbage, so that the collector runs
    await visitUntil(cases.target, watch());
    console.log(`memory of ${IDLE} idle connections: ${Math.round((least - before) / 1024 ** 2)} MiB`);
    expect(least - before).toBeLessThan(idleBytes);
    await sleep(forMs - IDLE_WATCHED_MS);
  });

  it('makes few of the answers that a thousand connections ask for ahead and do not take', async () => {
    const { port, longestRequest: request, pipelinedBytes } = cases.target;
    if (pipelinedBytes === undefined || !isHeldKnown) return;
    const pids = await cases.target.pids();
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
      const refused = await cases.hostile.attack({
        kind: 'ahead',
        port,
        count: 1_000,
        request,
        forMs: 3_000,
      });
      expect(refused).toEqual([[0]]);
    };
    const watching = watch();
    const [visits] = await visitUntil(cases.target, attack()).finally(() => (isOver = true));
    await watching;
    expect(visits.wrong).toEqual([]);
    console.log(`p99 ${p99Of([visits]).toFixed(1)} ms with a thousand that ask ahead`);
    const mib = Math.round((most - before) / 1024 ** 2);
    console.log(`most memory for a thousand that ask ahead: ${mib} MiB`);
    expect(most - before).toBeLessThan(pipelinedBytes);
  });

  it.each([
    [
      'a head that is too long',
      () => cases.target.strangerRequest.replace('\r\n\r\n', `\r\nX: ${'x'.repeat(40_000)}\r\n\r\n`),
      () => 431,
    ],
    [
      'a target that is too long',
      () => `GET /${'x'.repeat(40_000)} HTTP/1.1\r\nHost: x\r\n\r\n`,
      () => cases.target.longTargetStatus,
    ],
    ['no HTTP', () => 'hello\r\nthere\r\n\r\n', () => 400],
    ['a TLS hello', () => Buffer.from('1603010200010001fc0303'.padEnd(1034, '5a'), 'hex'), () => 400],
    ['bytes without an end', () => Buffer.alloc(64 * 1024, 0xff), () => 400],
  ])('answers %s with an error and closes', async (_what, bytes, statusOf) => {
    const answer = await sendBytes(cases.target.port, bytes());
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${statusOf()} [^]*\r\nConnection: close\r\n`));
  });

  it('answers a head that comes byte by byte like a whole one', async () => {
    const socket = connect({ port: cases.target.port, host: '127.0.0.1', noDelay: true });
    await once(socket, 'connect');
    for (const byte of bytesOf(cases.target.visit)) {
      socket.write(byte, 'latin1');
      await sleep(1);
    }
    const [answer] = (await once(socket, 'data')) as [Buffer];
    socket.destroy();
    expect(answer.toString()).toMatch(new RegExp(`^HTTP/1\\.1 ${cases.target.status} `));
  });

  it('answers all requests that come at once, as many as may wait', async () => {
    const request = bytesOf(cases.target.visit);
    const last = request.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n');
    const answer = await sendBytes(cases.target.port, request.repeat(cases.target.maxWaiting - 1) + last);
    const statuses = [...answer.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
    expect(statuses).toEqual(Array.from({ length: cases.target.maxWaiting }, () => cases.target.status));
  });
});
