// Thousands of slugs a second are guessed: PostgreSQL gets at most 50 queries a second, every guess gets a 404, and
// visitors of known links notice nothing.

import { openRedirectorWorld, type RedirectorProcess, type RedirectorWorld } from '../flow/redirector-world';
import { expectOthersServed } from './hostile/expect-others-served';
import { startHostileClients, type HostileClients } from './hostile/start-hostile-clients';

const GUESSERS = 50;
const FOR_MS = 8_000;
const QUERIES_A_SECOND = 50;
const QUERIES = /^kurz_redirector_link_queries_total (\d+)$/m;

let world: RedirectorWorld;
let redirector: RedirectorProcess;
let hostile: HostileClients;
beforeAll(async () => {
  world = await openRedirectorWorld(['abc']);
  redirector = await world.start();
  hostile = await startHostileClients();
});
afterAll(async () => {
  await hostile.close();
  await world.close();
});

test('Whoever guesses slugs costs PostgreSQL 50 queries a second, and visitors of known links nothing', async () => {
  const headers = { host: 'kurz.example', 'user-agent': 'Mozilla/5.0' };
  const { port, log } = redirector;
  const target = { port, log, visit: { method: 'GET', path: '/abc', headers }, status: 302 };
  await expectOthersServed(target, async () => {
    const [begun, before] = [performance.now(), (await redirector.metric(QUERIES)) ?? 0];
    const [answers] = await hostile.attack({ kind: 'guess', port, count: GUESSERS, forMs: FOR_MS });
    const queries = ((await redirector.metric(QUERIES)) ?? 0) - before;
    const seconds = (performance.now() - begun) / 1_000;
    const [unknown = 0, other = 0] = answers ?? [];
    console.log(`${unknown} guesses in ${seconds.toFixed(1)} s, ${queries} queries`);
    expect(other).toBe(0);
    expect(unknown).toBeGreaterThan(10 * queries);
    expect(queries).toBeLessThanOrEqual(QUERIES_A_SECOND * seconds);
  });
});
