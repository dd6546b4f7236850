// A rolling update: of two redirectors behind a balancer, one is stopped under load. No visitor sees an error.

import http from 'node:http';
import { openRedirectorWorld, type RedirectorProcess, type RedirectorWorld } from './redirector-world';

const REQUESTS = 50_000;
const VISITORS = 16;
/** Interval of the balancer's readiness checks; well below the time that a stopping redirector waits. */
const PROBE_MS = 100;

let world: RedirectorWorld;
beforeAll(async () => {
  world = await openRedirectorWorld(['abc']);
});
afterAll(() => world.close());

/** Sends to the redirectors that were ready at the last check, over keep-alive connections. Never retries. */
function balance(redirectors: RedirectorProcess[]) {
  const agent = new http.Agent({ keepAlive: true, maxFreeSockets: VISITORS });
  let ready = redirectors;
  let turn = 0;
  const probe = async () => {
    const states = await Promise.all(redirectors.map((redirector) => redirector.isReady()));
    ready = redirectors.filter((_, index) => states[index]);
  };
  const timer = setInterval(() => void probe(), PROBE_MS);
  const visit = () =>
    new Promise<string>((resolve) => {
      const chosen = ready[turn++ % ready.length];
      if (!chosen) return resolve('nobody is ready');
      const request = http.get(
        { port: chosen.port, host: '127.0.0.1', path: '/abc', agent, headers: { host: 'kurz.example' } },
        (response) => {
          response.resume();
          response.once('end', () => resolve(String(response.statusCode)));
          response.once('error', (error) => resolve(error.message));
        },
      );
      request.once('error', (error) => resolve(error.message));
    });
  const close = () => {
    clearInterval(timer);
    agent.destroy();
  };
  return { visit, close };
}

test.each([
  ['the fast path', 'true'],
  ['node:http', 'false'],
])('Of 50,000 requests over %s none fails while one of two redirectors is stopped', async (_, isOn) => {
  const redirectors = await Promise.all([
    world.start({ KURZ_PRE_STOP_MS: '2000', KURZ_WORKERS: '2', KURZ_FAST_PATH: isOn }),
    world.start({ KURZ_PRE_STOP_MS: '2000' }),
  ]);
  const [first, second] = redirectors;
  const balancer = balance(redirectors);
  const outcomes = new Map<string, number>();
  let asked = 0;
  let firstEnded: ReturnType<RedirectorProcess['stop']> | undefined;
  let isOver = false;
  const visitor = async () => {
    // on until the stopped one has ended, so that its whole end is under load
    while (asked < REQUESTS || !isOver) {
      if (++asked === REQUESTS / 4) {
        firstEnded = first?.stop();
        void firstEnded?.then(() => (isOver = true));
      }
      const outcome = await balancer.visit();
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: VISITORS }, visitor));
  balancer.close();
  expect(Object.fromEntries(outcomes)).toEqual({ 302: asked });
  const ended = await firstEnded;
  expect(ended?.code).toBe(0);
  expect(ended?.ms).toBeLessThan(10_000);
  expect(await second?.isReady()).toBe(true);
  await second?.stop();
});
