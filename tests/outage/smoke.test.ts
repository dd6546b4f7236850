// One production world under load: every store and every process is killed once and comes back. No answered redirect is
// lost or counted twice. The other files of this folder test each outage by itself.

import { pidsOfWorkers } from '../flow/workers-of';
import { signalProcess } from '../backends/src';
import { until } from '../until';
import { EXACT, makeProductionLoad, maxCutOff, type ProductionLoad } from './production-load';
import { seededRandom } from './seeded-random';
import { settledFaults } from './settled-faults';
import type { RestartableService } from './restartable-service';
import { startProduction, type Production } from './start-production';

const CONNECTIONS = 8;
/** Visits that must be answered while a store or service is away, and again when it is back. */
const VISITS = 100;

let production: Production;
let load: ProductionLoad;
beforeAll(async () => {
  production = await startProduction();
  load = await makeProductionLoad(production, seededRandom(), { connections: CONNECTIONS, mayDie: true });
});
afterAll(() => production?.close());

const stores = ['kafka', 'clickHouse', 'redis', 'postgres'] as const;

async function killStore(name: (typeof stores)[number]): Promise<void> {
  const store = production[name];
  await store.kill();
  await load.passed(VISITS);
  await store.restart();
  await load.passed(VISITS);
}

/** `isNeeded`: no visit is answered while the service is away. */
async function killService(service: RestartableService, { isNeeded = false } = {}): Promise<void> {
  await service.kill();
  if (!isNeeded) await load.passed(VISITS);
  service.start();
  await load.passed(VISITS);
  await service.ready();
}

async function killWorker(): Promise<void> {
  const workersNow = () => pidsOfWorkers(production.redirector.now().process.pid ?? 0);
  const [target = 0, ...others] = await workersNow();
  signalProcess(target, 'SIGKILL');
  await until(
    async () => {
      const workers = await workersNow();
      return !workers.includes(target) && workers.length === others.length + 1;
    },
    { what: 'the worker is replaced' },
  );
  await production.redirector.ready();
}

/** Resolves with the number of requests that were cut off meanwhile. */
async function cutOffIn(trouble: () => Promise<void>): Promise<number> {
  const before = load.ledger.totals().unknown;
  await trouble();
  return load.ledger.totals().unknown - before;
}

test('Every store and every process killed once under load: each answered redirect is counted once, in every figure', async () => {
  const { redirector, ingesters, apis, clients, services } = production;
  const cutOff = { others: 0, worker: 0, redirector: 0 };
  await load.through(async () => {
    cutOff.others = await cutOffIn(async () => {
      for (const name of stores) await killStore(name);
      for (const ingester of ingesters) await killService(ingester);
      for (const api of apis) await killService(api);
    });
    cutOff.worker = await cutOffIn(killWorker);
    cutOff.redirector = await cutOffIn(() => killService(redirector, { isNeeded: true }));
  });
  const { seconds, ...found } = await load.settled();
  const { answered, unknown } = load.ledger.totals();
  console.log(`${answered} answered, ${JSON.stringify(cutOff)} cut off, exact ${seconds} s after the load`);
  expect(found).toEqual(EXACT);
  expect(cutOff.others).toBe(0);
  expect(cutOff.worker).toBeLessThanOrEqual(maxCutOff({ worker: 1, redirector: 0 }, CONNECTIONS));
  expect(cutOff.redirector).toBeLessThanOrEqual(maxCutOff({ worker: 0, redirector: 1 }, CONNECTIONS));
  expect(unknown).toBe(cutOff.worker + cutOff.redirector);
  await Promise.all(services.map((service) => service.ready()));
  for (const api of clients)
    expect(await settledFaults({ api, ledger: load.ledger }, load.exactSlugs())).toEqual([]);
});
