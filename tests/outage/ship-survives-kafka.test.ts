// Kafka freezes for longer than a request's timeout, is killed twice, and sits behind a bad network: slow, reset,
// silent, short of bandwidth. Visits are written all the time; in the end Kafka has every one of them once.

import { readTopic, startKafka, type TestKafka } from '@kurz/backends';
import { makeShipper } from '@kurz/redirector';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { committedChunks, differenceOf } from '../stores/ship/committed-chunks';
import { makeEventLog, makeTopic } from '../stores/ship/ship-fixture';
import { openTestedClient } from '../tested-client';
import { until } from '../until';
import { startBusyLoops } from './busy-loops';
import { startJournalUnderLoad } from './journal-under-load';
import { IS_STARVED, KILLS_END_AFTER_MS, killsOf } from './long-tests';

/** A call on a lost connection takes about 10 s to fail, two waits take 5 s each; then the backlog is shipped. */
const RECOVERS_MS = 120_000;
/** The journals are shipped into one partition, so that the transactions of each pair can overlap there. */
const JOURNALS = 10;
const PAIRS = (JOURNALS * (JOURNALS - 1)) / 2;
const KILLS = killsOf(Math.ceil(1_000 / PAIRS), 0);
const SAY_EACH = 5;

let kafka: TestKafka;
beforeAll(async () => {
  kafka = await startKafka({ isBehindProxy: true });
});
afterAll(() => kafka?.close());

/** Starts a journal under load and its shipper. */
async function startShipped(id: string, topic: string, linesPerTick?: number) {
  const journal = await startJournalUnderLoad(id, linesPerTick);
  const { log, events } = makeEventLog();
  const client = openTestedClient(kafka.brokers, log);
  const { directory } = journal;
  const settings = { directory, journal: path.basename(directory), topic, lingerMs: 20, isDrain: false };
  const shipper = makeShipper(
    { kafka: client, log, passed: (at) => journal.writer.dropBefore(at) },
    settings,
  );
  void shipper.run();
  return { journal, shipper, events };
}

/** Ships a journal under load during `trouble`. Resolves with the difference in the end and the logged events. */
async function shipThrough(id: string, trouble: (shipped: () => number) => Promise<void>) {
  await makeTopic(kafka.directBrokers, id);
  const { journal, shipper, events } = await startShipped(id, id);
  try {
    await until(() => shipper.state.shippedVisits > 500);
    await trouble(() => shipper.state.shippedVisits);
    const healedAt = performance.now();
    const waiting = journal.lines.length - shipper.state.shippedVisits;
    await until(() => shipper.state.health === 'shipping', { ms: RECOVERS_MS });
    const end = await journal.stop();
    await until(() => shipper.state.position === end, { ms: RECOVERS_MS });
    const seconds = ((performance.now() - healedAt) / 1_000).toFixed(1);
    console.log(`${id}: ${waiting} visits waited, all were shipped ${seconds} s later`);
    const difference = differenceOf(await committedChunks(kafka.directBrokers, id), journal.lines);
    return { difference, events: events.map(({ event }) => event), state: { ...shipper.state } };
  } finally {
    await shipper.close(0);
    await journal.close();
  }
}

const count = (events: string[], wanted: string) => events.filter((event) => event === wanted).length;

it('ships every visit once though the broker is frozen for 15 s', async () => {
  const { difference, events } = await shipThrough('frozen', async () => {
    await kafka.freeze();
    await sleep(15_000);
    await kafka.thaw();
    await sleep(2_000);
  });
  expect(difference).toEqual({ lost: 0, doubled: 0 });
  expect(count(events, 'shipping_waits')).toBe(count(events, 'shipping_resumed'));
});

it('ships every visit once though the broker is killed twice, and tells each outage once', async () => {
  const { difference, events, state } = await shipThrough('killed', async () => {
    for (let kill = 0; kill < 2; kill++) {
      await kafka.kill();
      await sleep(3_000);
      await kafka.restart();
      await sleep(4_000);
    }
  });
  expect(difference).toEqual({ lost: 0, doubled: 0 });
  expect(state.health).toBe('shipping');
  expect(count(events, 'shipping_waits')).toBeGreaterThanOrEqual(1);
  expect(count(events, 'shipping_waits')).toBe(count(events, 'shipping_resumed'));
  expect(count(events, 'shipping_waits')).toBeLessThan(state.failures + 1);
});

it('ships every visit once through a network of 2 s latency', async () => {
  const { difference } = await shipThrough('slow', async () => {
    kafka.proxy?.delay(2_000);
    await sleep(20_000);
    await kafka.proxy?.heal();
  });
  expect(difference).toEqual({ lost: 0, doubled: 0 });
});

it('ships every visit once though its connections are reset again and again', async () => {
  const { difference, state } = await shipThrough('reset', async () => {
    for (let reset = 0; reset < 25; reset++) {
      kafka.proxy?.resetAll();
      await sleep(400);
    }
  });
  expect(difference).toEqual({ lost: 0, doubled: 0 });
  expect(state.failures).toBeGreaterThan(0);
});

it('ships every visit once though Kafka falls silent for 15 s behind a network that swallows all', async () => {
  const { difference, events } = await shipThrough('black-hole', async (shipped) => {
    kafka.proxy?.blackHole();
    // a request in flight may still have been acknowledged
    await sleep(1_000);
    const before = shipped();
    await sleep(14_000);
    expect(shipped()).toBe(before);
    await kafka.proxy?.heal();
  });
  expect(difference).toEqual({ lost: 0, doubled: 0 });
  expect(count(events, 'shipping_waits')).toBe(1);
  expect(count(events, 'shipping_resumed')).toBe(1);
});

it('ships every visit once through a network of 10 KB/s, and goes on shipping in it', async () => {
  const { difference } = await shipThrough('narrow', async (shipped) => {
    kafka.proxy?.throttle(10_000);
    await sleep(20_000);
    const before = shipped();
    await until(() => shipped() > before);
    await kafka.proxy?.heal();
  });
  expect(difference).toEqual({ lost: 0, doubled: 0 });
});

const SHARED_MS = 300_000 + KILLS * 60_000;

// journals-share-a-partition.test.ts makes the same kills with the whole product in every run
if (IS_STARVED) {
  it(
    'ships every visit of journals that share a partition once though the broker is killed again and again',
    async () => {
      const busy = startBusyLoops(SHARED_MS);
      await makeTopic(kafka.directBrokers, 'shared', 1);
      const names = Array.from({ length: JOURNALS }, (_, index) => `shared-${index}`);
      const ships = await Promise.all(names.map((name) => startShipped(name, 'shared', 2)));
      const endsAt = Date.now() + KILLS_END_AFTER_MS;
      let killed = 0;
      try {
        for (; killed < KILLS && Date.now() < endsAt; killed++) {
          const before = ships.map(({ shipper }) => shipper.state.shippedVisits);
          await until(() => ships.every(({ shipper }, i) => shipper.state.shippedVisits > (before[i] ?? 0)), {
            ms: RECOVERS_MS,
          });
          // on a slow network transactions stay open for longer, so that all journals have one at the same time
          kafka.proxy?.delay(100);
          await sleep(500 + Math.random() * 500);
          await kafka.kill();
          await kafka.proxy?.heal();
          await kafka.restart();
          if ((killed + 1) % SAY_EACH === 0) process.stderr.write(`shared: ${killed + 1} kills\n`);
        }
        for (const { journal, shipper } of ships) {
          const end = await journal.stop();
          await until(() => shipper.state.position === end, { ms: RECOVERS_MS });
        }
        // read by Kafka's own consumer and by the product's
        const { committed, aborted } = await readTopic(kafka.directBrokers[0] ?? '', 'shared');
        const read = await committedChunks(kafka.directBrokers, 'shared');
        const byJournal = ships.map(({ journal }) => {
          const id = path.basename(journal.directory);
          const ofJournal = committed.filter((chunk) => chunk.journal === id);
          const lines = ofJournal.flatMap(({ value }) => value.toString('latin1').split('\n'));
          const ours = read.filter((chunk) => chunk.journal === id);
          return {
            byKafka: differenceOf([{ lines }], journal.lines),
            ours: differenceOf(ours, journal.lines),
          };
        });
        const visits = ships.reduce((sum, { journal }) => sum + journal.lines.length, 0);
        console.log(
          `shared: Kafka killed ${killed} times, ${PAIRS} pairs of journals; ${visits} visits; ` +
            `${committed.length} chunks committed, ${aborted.length} aborted: ${JSON.stringify(byJournal)}`,
        );
        const exact = { lost: 0, doubled: 0 };
        expect(byJournal).toEqual(ships.map(() => ({ byKafka: exact, ours: exact })));
        expect(aborted.length).toBeGreaterThan(0);
      } finally {
        busy.stop();
        for (const { shipper, journal } of ships) {
          await shipper.close(0);
          await journal.close();
        }
      }
    },
    SHARED_MS,
  );
}
