// Kafka is killed, freezes, falls silent, is slow and short of bandwidth under load: no redirect fails or waits for it.
// When it is back, every store comes to hold exactly what was answered.

import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '../until';
import { ifLong } from './long-tests';
import { EXACT, makeProductionLoad, type ProductionLoad } from './production-load';
import { seededRandom } from './seeded-random';
import { settledFaults } from './settled-faults';
import { startProduction, type Production } from './start-production';

const CONNECTIONS = 8;
/** Longer than a consumer's session and than the timeout of a request to Kafka. */
const FROZEN_MS = ifLong(60_000, 12_000);
const AWAY_MS = ifLong(60_000, 5_000);
/** Slower than any redirect on a busy machine, faster than one that waits for Kafka: each outage lasts longer. */
const BEARABLE_MS = 2_000;
jest.setTimeout(1_200_000 + 2 * AWAY_MS + FROZEN_MS);

let production: Production;
let load: ProductionLoad;
beforeAll(async () => {
  production = await startProduction();
  load = await makeProductionLoad(production, seededRandom(), { connections: CONNECTIONS, mayDie: false });
});
afterAll(() => production?.close());

/** Checks that the outage takes effect: visits that are answered meanwhile are counted nowhere. */
async function expectUncounted(): Promise<void> {
  for (const store of ['daily', 'hits', 'live'] as const)
    expect(await load.behind(store)).toBeGreaterThan(100);
}

/** Checks the redirects' answers, then the sums: no request failed, no visit is missing or counted twice. */
async function expectUnharmed(outage: string, trouble: () => Promise<void>): Promise<void> {
  const { slowestMs, during } = await load.through(trouble);
  const { seconds, ...found } = await load.settled();
  const { answered } = load.ledger.totals();
  console.log(
    `${outage}: ${during} redirects meanwhile, slowest ${Math.round(slowestMs)} ms; exact ${seconds} s later, ${answered} in all`,
  );
  expect(found).toEqual(EXACT);
  expect(slowestMs).toBeLessThan(BEARABLE_MS);
  expect(during).toBeGreaterThan(100);
}

test('Kafka killed twice: redirects never fail, every sum is exact when it is back', async () => {
  await expectUnharmed('killed', async () => {
    for (let kill = 0; kill < 2; kill++) {
      await production.kafka.kill();
      await sleep(AWAY_MS);
      await expectUncounted();
      await production.kafka.restart();
      await load.passed(100);
    }
  });
});

test('Kafka frozen for longer than a session lasts: the same', async () => {
  await expectUnharmed('frozen', async () => {
    await production.kafka.freeze();
    await sleep(FROZEN_MS);
    await expectUncounted();
    await production.kafka.thaw();
  });
});

test('Kafka silent behind a black hole: the same, and the stats say meanwhile what they knew', async () => {
  const slug = load.slugs[0] ?? '';
  const before = (await production.clients[0].figures(slug)).hits;
  await expectUnharmed('black hole', async () => {
    production.kafka.proxy?.blackHole();
    await sleep(FROZEN_MS);
    expect((await production.clients[1].figures(slug)).hits).toBeGreaterThanOrEqual(before);
    await expectUncounted();
    await production.kafka.proxy?.heal();
  });
});

test('Kafka behind 2 s of latency each way: the same', async () => {
  await expectUnharmed('slow', async () => {
    production.kafka.proxy?.delay(2_000);
    await sleep(FROZEN_MS);
    await production.kafka.proxy?.heal();
  });
});

test('Kafka behind a network of 4 KB/s: the same', async () => {
  await expectUnharmed('narrow', async () => {
    production.kafka.proxy?.throttle(4_000);
    await sleep(FROZEN_MS);
    await production.kafka.proxy?.heal();
  });
});

test('After all of it every figure of every link whose sums are right is right, from both APIs, and every service is ready', async () => {
  for (const api of production.clients)
    expect(await settledFaults({ api, ledger: load.ledger }, load.exactSlugs())).toEqual([]);
  await until(
    async () => (await Promise.all(production.services.map((service) => service.isReady()))).every(Boolean),
    { what: 'every service is ready' },
  );
});
