// ClickHouse is killed, freezes, falls silent, and loses its answers after it has stored rows. Redirects, hits, live
// counts and links go on, and stats say that they are degraded. In the end every store holds exactly what was answered.

import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '../until';
import { ingestersCounter } from './ingesters-counter';
import { ifLong } from './long-tests';
import { EXACT, makeProductionLoad, type ProductionLoad } from './production-load';
import { seededRandom } from './seeded-random';
import { settledFaults } from './settled-faults';
import { startProduction, type Production } from './start-production';
import { watchApi, type Answer, type Question } from './watch-api';

const CONNECTIONS = 8;
const AWAY_MS = ifLong(600_000, 8_000);
/** Slower than any redirect on a busy machine, faster than a redirect that waits for a store that is away. */
const BEARABLE_MS = 2_000;
/** The most that an answer may take beyond what any answer takes on this machine. */
const BOUND_MS = 2_500;
jest.setTimeout(1_200_000 + 2 * AWAY_MS);

let production: Production;
let load: ProductionLoad;
let slug: string;
beforeAll(async () => {
  production = await startProduction();
  load = await makeProductionLoad(production, seededRandom(), { connections: CONNECTIONS, mayDie: false });
  slug = load.slugs.at(-1) ?? '';
});
// a failed test may have left ClickHouse away
afterEach(async () => {
  await production.clickHouseProxy.heal();
  production.clickHouse.thaw();
});
afterAll(() => production?.close());

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
  // the APIs answer as before within seconds
  for (const api of production.clients) {
    await until(
      async () => {
        const texts = [await api.ask(`/urls/${slug}/stats`), await api.ask('/usage')].map((answer) =>
          answer.text(),
        );
        const [stats = '', usage = ''] = await Promise.all(texts);
        return stats.includes('"freshness":"todayLive"') && usage.includes('"events"');
      },
      { what: 'stats and usage are whole' },
    );
  }
}

const slowestOf = (answers: Answer[]) => Math.max(...answers.map(({ ms }) => ms));

/** Waits until the hits and live counts hold all visits that have been answered by now. */
async function keepsUp(): Promise<void> {
  for (const store of ['hits', 'live'] as const) {
    const goal = load.answered();
    const holds = async () => load.answered() - (await load.behind(store)) >= goal;
    await until(holds, { what: `${store} keeps up`, ms: 30_000 });
  }
}

/** Uses an API while ClickHouse is away, for a while; hits and live counts must keep up meanwhile. */
async function expectDegraded(): Promise<void> {
  const answeredBefore = load.ledger.answeredOf(slug);
  const watch = watchApi(production.clients[0], slug);
  try {
    await sleep(AWAY_MS);
    await keepsUp();
  } finally {
    await watch.stop();
  }
  const of = (question: Question) => watch.answers.filter((answer) => answer.question === question);
  const statuses = (question: Question) => [...new Set(of(question).map(({ status }) => status))].sort();
  expect(statuses('link')).toEqual([200, 201]);
  expect(statuses('usage')).toEqual([200]);
  expect(of('usage').filter(({ text }) => text.includes('"events"'))).toEqual([]);
  expect(statuses('past stats')).toEqual([503]);
  // a 503 is right when Redis was too slow for the live counts as well
  const degraded = of('stats').filter(({ status }) => status === 200);
  expect(of('stats').filter(({ status }) => ![200, 503].includes(status))).toEqual([]);
  expect(degraded.length).toBeGreaterThan(of('stats').length * 0.9);
  expect(degraded.filter(({ text }) => !text.includes('"freshness":"degraded"'))).toEqual([]);
  // degraded stats show at least the visits that were answered before the outage
  const said = degraded.map(({ text }) => Number(/"totals":\{[^}]*"requests":(\d+)/.exec(text)?.[1]));
  expect(said.at(-1)).toBeGreaterThanOrEqual(answeredBefore);
  const machineMs = slowestOf(of('link'));
  const slowestMs = slowestOf(watch.answers);
  console.log(
    `${watch.answers.length} answers of the API, slowest ${Math.round(slowestMs)} ms, of a link ${Math.round(machineMs)} ms`,
  );
  expect(slowestMs).toBeLessThan(BOUND_MS + machineMs);
}

test('ClickHouse away since before the first visit: hits and live counts begin without it', async () => {
  production.clickHouseProxy.blackHole();
  await expectUnharmed('before the first visit', async () => {
    await keepsUp();
    expect(await load.behind('daily')).toBeGreaterThan(100);
    await production.clickHouseProxy.heal();
  });
});

test('ClickHouse killed: only its own counts wait, and they are exact when it is back', async () => {
  await expectUnharmed('killed', async () => {
    await production.clickHouse.kill();
    await expectDegraded();
    await production.clickHouse.restart();
    expect(await load.behind('daily')).toBeGreaterThan(100);
  });
});

test('ClickHouse frozen: the same', async () => {
  await expectUnharmed('frozen', async () => {
    production.clickHouse.freeze();
    await expectDegraded();
    production.clickHouse.thaw();
  });
});

test('ClickHouse behind a black hole: the same', async () => {
  await expectUnharmed('black hole', async () => {
    production.clickHouseProxy.blackHole();
    await expectDegraded();
    expect(await load.behind('daily')).toBeGreaterThan(100);
    await production.clickHouseProxy.heal();
  });
});

const ROUNDS = 12;

test('ClickHouse whose answers are cut off after it has stored: nothing is counted twice, no answer is a 500', async () => {
  const watch = watchApi(production.clients[1], slug);
  const failuresNow = () => ingestersCounter(production, 'ingester_failures{consumer="consolidate"');
  const failures = await failuresNow();
  await expectUnharmed('answers cut', async () => {
    // on a busy machine it may happen that no insert falls into the first rounds
    for (
      let round = 0;
      round < ROUNDS || (round < 10 * ROUNDS && (await failuresNow()) === failures);
      round++
    ) {
      production.clickHouseProxy.cutAnswerAfter(20 + 90 * (round % ROUNDS));
      await sleep(500);
      await production.clickHouseProxy.heal();
      await sleep(200);
    }
    await watch.stop();
  }).finally(watch.stop);
  expect(await failuresNow()).toBeGreaterThan(failures);
  expect(watch.answers.filter(({ status }) => ![200, 201, 503].includes(status))).toEqual([]);
});

test('After all of it every figure of every link whose sums are right is right, from both APIs', async () => {
  for (const api of production.clients)
    expect(await settledFaults({ api, ledger: load.ledger }, load.exactSlugs())).toEqual([]);
});
