// Eight workers ship into one partition. Kafka, the redirector and ingesters are killed while transactions are open, so
// that many are aborted side by side. No answered redirect is lost or counted twice in any store, or in Kafka as its
// own consumer reads it. KURZ_KILLS (long-tests.ts) kills more often, beside a busy loop on each core; in a short run
// other test files starve it.

import { setTimeout as sleep } from 'node:timers/promises';
import { startKafka } from '@kurz/backends';
import { startBusyLoops } from './busy-loops';
import { IS_STARVED, KILLS_END_AFTER_MS, killsOf } from './long-tests';
import { EXACT, makeProductionLoad, type ProductionLoad } from './production-load';
import { seededRandom } from './seeded-random';
import { startProductionOn, type Production } from './start-production';
import { makeTopicCounter, type TopicCount } from './topic-counter';
import { watchTransactions, type TransactionWatch } from './watch-transactions';

const CONNECTIONS = 12;
/** Each worker of the redirector has one. */
const JOURNALS = 8;
const PAIRS = (JOURNALS * (JOURNALS - 1)) / 2;
/** A kill of Kafka aborts the open transactions of each pair of journals. */
const KAFKA_KILLS = killsOf(Math.ceil(1_000 / PAIRS), 2);
const SERVICE_KILLS = killsOf(50, 2);
/** A kill takes 5 to 15 s, a minute on a starved machine. */
const maxMs = (kills: number) => 240_000 + kills * 90_000;
const SAY_EACH = 5;
/** Delay of each network direction. A transaction takes several round trips, so it is open for most of the time. */
const SLOW_MS = 100;
/** A transaction takes five round trips. */
const TRANSACTION_MS = 5 * 2 * SLOW_MS;
/** Transactions that are open when something is killed. */
const OPEN = 3;
/** Shippers that lost Kafka ship again within a minute. A short run does not wait so long. */
const OPEN_WITHIN_MS = IS_STARVED ? 60_000 : 10_000;
/** A short run that aborted no transaction would prove nothing, so it kills again, up to so many rounds. */
const MAX_ROUNDS = 4;

const random = seededRandom();
let production: Production;
let load: ProductionLoad;
let countTopic: () => Promise<TopicCount>;
let transactions: TransactionWatch;
let busy: ReturnType<typeof startBusyLoops> | undefined;
beforeAll(async () => {
  production = await startProductionOn(
    () => startKafka({ isBehindProxy: true }),
    { replication: 1, partitions: 1 },
    { KURZ_WORKERS: String(JOURNALS) },
  );
  load = await makeProductionLoad(production, random, { connections: CONNECTIONS, mayDie: true });
  countTopic = makeTopicCounter({ production, load });
  transactions = watchTransactions(production.kafka.proxy);
  if (IS_STARVED) busy = startBusyLoops(MAX_ROUNDS * maxMs(KAFKA_KILLS + SERVICE_KILLS));
});
afterEach(() => production?.kafka.proxy?.heal());
afterAll(async () => {
  busy?.stop();
  await production?.close();
});

const heal = async () => {
  await production.kafka.proxy?.heal();
  transactions.begin();
};

/** Resolves with true as soon as enough transactions are open; with false after a timeout: the kill is made then. */
async function areOpen(): Promise<boolean> {
  for (const end = Date.now() + OPEN_WITHIN_MS; Date.now() < end; await sleep(5))
    if (transactions.open() >= OPEN) return true;
  return false;
}

/**
 * Kills under load while transactions are open, and compares every store and Kafka with the answered visits. Resolves
 * with the number of chunks in Kafka whose transaction was aborted.
 */
async function expectExact(
  what: string,
  kills: number,
  kill: (nth: number) => Promise<void>,
): Promise<number> {
  const before = load.ledger.totals();
  const endsAt = Date.now() + KILLS_END_AFTER_MS;
  let [killed, amid] = [0, 0];
  await heal();
  await load.through(async () => {
    for (; killed < kills && Date.now() < endsAt; killed++) {
      await load.passed(200);
      production.kafka.proxy?.delay(SLOW_MS);
      if (await areOpen()) amid++;
      await sleep(random.between(0, TRANSACTION_MS));
      await kill(killed);
      await heal();
      if ((killed + 1) % SAY_EACH === 0) process.stderr.write(`${what}: ${killed + 1} times, ${amid} amid\n`);
    }
  });
  const { seconds, ...found } = await load.settled();
  const { chunks, aborted, ...byKafka } = await countTopic();
  const { answered, unknown } = load.ledger.totals();
  const { daily, hits, live } = found;
  console.log(
    `seed ${random.seed}: ${what} ${killed} times, ${amid} of them amid ${OPEN} open transactions or more; ` +
      `${PAIRS} pairs of journals; ` +
      `${answered - before.answered} visits answered, ${unknown - before.unknown} unknown; ` +
      `${chunks} chunks committed, ${aborted} aborted; exact ${seconds} s later: ` +
      JSON.stringify({ daily, hits, live, byKafka }),
  );
  expect(found).toEqual(EXACT);
  expect(byKafka).toEqual({ repeated: 0, lost: 0, doubled: 0 });
  return aborted;
}

test(
  'Kafka killed while the transactions of several journals are open: every sum is exact',
  async () => {
    const killKafka = async () => {
      await production.kafka.kill();
      await heal();
      await production.kafka.restart();
    };
    let aborted = 0;
    for (let round = 0; round < MAX_ROUNDS && aborted === 0; round++)
      aborted = await expectExact('Kafka killed', KAFKA_KILLS, killKafka);
    expect(aborted).toBeGreaterThan(0);
  },
  MAX_ROUNDS * maxMs(KAFKA_KILLS),
);

test(
  'The redirector killed with its workers, and ingesters in turn, so that one dies that has just taken over: the same',
  async () => {
    await expectExact('redirector and ingester killed', SERVICE_KILLS, async (nth) => {
      const { redirector, ingesters } = production;
      const killed = [redirector, ingesters[nth % 2 === 0 ? 0 : 1]];
      for (const service of killed) {
        await service.kill();
        service.start();
      }
      await Promise.all(killed.map((service) => service.ready()));
    });
  },
  maxMs(SERVICE_KILLS),
);
