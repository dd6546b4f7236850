// Redirectors, their workers, ingesters and APIs are killed at random moments under load, and an ingester is frozen
// until the other one has its partitions: each answered visit is counted once.

import { setTimeout as sleep } from 'node:timers/promises';
import { pidsOfWorkers } from '../flow/workers-of';
import { until } from '../until';
import { EXACT, makeProductionLoad, maxCutOff, type ProductionLoad } from './production-load';
import { restartableTargets } from './restartable-targets';
import { seededRandom } from './seeded-random';
import { settledFaults } from './settled-faults';
import { REDIRECTOR_WORKERS, startProduction, type Production } from './start-production';

const CONNECTIONS = 8;
const STORM_MS = 40_000;
const MIN_KILLS = 11;
/** Default: the same storm in every run. */
const SEED = process.env['KURZ_TEST_SEED'] ?? '20261120';
const GROUPS = ['kurz-consolidate', 'kurz-hits', 'kurz-live'];
const PARTITIONS = 4;

const random = seededRandom(SEED);
let production: Production;
let load: ProductionLoad;
beforeAll(async () => {
  production = await startProduction();
  load = await makeProductionLoad(production, random, { connections: CONNECTIONS, mayDie: true });
});
afterAll(() => production?.close());

const readyAgain = () => Promise.all(production.services.map((service) => service.ready()));

async function expectExact(what: string): Promise<void> {
  const { seconds, ...found } = await load.settled();
  const { answered, unknown } = load.ledger.totals();
  console.log(`${what}: ${answered} answered, ${unknown} unknown, exact ${seconds} s after the load`);
  expect(found).toEqual(EXACT);
}

test(`whatever is killed in ${STORM_MS / 1_000} s: every answered redirect is counted once, in every figure`, async () => {
  const targets = restartableTargets(production, random);
  const kills = () => Object.values(targets.killed()).reduce((sum, count) => sum + count, 0);
  await load.through(async () => {
    // longer on a busy machine, where killed services come back late
    for (const end = Date.now() + STORM_MS; Date.now() < end || kills() < MIN_KILLS;) {
      await sleep(random.between(200, 2_500));
      await targets.killOne();
    }
    await targets.settled();
    await readyAgain();
  });
  console.log(`seed ${random.seed}: killed ${JSON.stringify(targets.killed())}`);
  await expectExact('storm');
  expect(load.ledger.totals().unknown).toBeLessThanOrEqual(maxCutOff(targets.killed(), CONNECTIONS));
  for (const api of production.clients)
    expect(await settledFaults({ api, ledger: load.ledger }, load.exactSlugs())).toEqual([]);
});

/** The number of partitions that the process was last assigned in each group. */
function partitionsOf(log: string): number[] {
  return GROUPS.map((group) => {
    const joins = [...log.matchAll(/"stream_joined","groupId":"(\S+?)","partitions":\[([\d,]*)\]/g)];
    const last = joins.filter(([, groupId]) => groupId === group).at(-1)?.[2] ?? '';
    return last === '' ? 0 : last.split(',').length;
  });
}

test('an ingester that is frozen until the other has all partitions, and wakes up, counts nothing twice', async () => {
  const [frozen, successor] = production.ingesters;
  const hasAll = () => partitionsOf(successor.log()).every((count) => count === PARTITIONS);
  await until(() => !hasAll(), { what: 'both have their share' });
  await load.through(async () => {
    frozen.signal('SIGSTOP');
    await until(hasAll, { what: 'the other has all partitions of every group' });
    await load.passed(300);
    frozen.signal('SIGCONT');
    await until(() => !hasAll(), { what: 'they share again' });
  });
  await expectExact('frozen');
});

test('workers that were killed were replaced by their primary', async () => {
  const workers = await pidsOfWorkers(production.redirector.now().process.pid ?? 0);
  expect(workers).toHaveLength(REDIRECTOR_WORKERS);
});
