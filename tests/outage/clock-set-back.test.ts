// The clock of every service is set back by an hour under load, and forward again: redirects and counting go on, and
// every sum is exact.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { EXACT, makeProductionLoad, type ProductionLoad } from './production-load';
import { seededRandom } from './seeded-random';
import { settledFaults } from './settled-faults';
import { startProduction, type Production } from './start-production';

const HOUR_MS = 3_600_000;
/** Longer than a consumer's session: a consumer with heartbeats by the wall clock would lose its membership. */
const IDLE_MS = 15_000;

const folder = mkdtempSync(path.join(os.tmpdir(), 'kurz-test-clock-'));
const clockFile = path.join(folder, 'offset');
const setClock = (offsetMs: number) => writeFileSync(clockFile, String(offsetMs));

let production: Production;
let load: ProductionLoad;
beforeAll(async () => {
  setClock(0);
  production = await startProduction({
    NODE_OPTIONS: `--require ${path.join(__dirname, 'settable-clock.cjs')}`,
    TEST_CLOCK_FILE: clockFile,
  });
  load = await makeProductionLoad(production, seededRandom(), { connections: 8, mayDie: false });
});
afterAll(async () => {
  await production?.close();
  rmSync(folder, { recursive: true, force: true });
});

async function expectExact(what: string): Promise<void> {
  const { seconds, ...found } = await load.settled();
  console.log(`${what}: ${load.answered()} answered, exact ${seconds} s after the load`);
  expect(found).toEqual(EXACT);
}

/** How many times each ingester has joined a group. */
const joins = () => production.ingesters.map((each) => each.log().match(/"stream_joined"/g)?.length ?? 0);

test('a clock set back by an hour: redirects never fail, counting goes on meanwhile, every sum is exact', async () => {
  const startedAt = Date.now();
  const joined = joins();
  await load.through(async () => {
    setClock(-HOUR_MS);
    await load.passed(500);
  });
  await expectExact('set back');
  // without visits only heartbeats keep an ingester in its groups
  await sleep(IDLE_MS);
  await load.through(() => load.passed(500));
  await expectExact('set back for a while');
  expect(await production.counted.firstHour()).toBeLessThan(startedAt - HOUR_MS);
  // no ingester was removed from its groups: Kafka got all its heartbeats in time
  expect(joins()).toEqual(joined);
});

test('a clock set forth again: the same, and every figure of the stats is right', async () => {
  await load.through(async () => {
    setClock(0);
    await sleep(1_000);
  });
  await expectExact('set forth');
  for (const api of production.clients)
    expect(await settledFaults({ api, ledger: load.ledger }, load.exactSlugs())).toEqual([]);
});
