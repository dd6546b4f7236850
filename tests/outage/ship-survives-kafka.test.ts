// Kafka freezes for longer than a request may take, is killed twice, and sits behind a bad network: late, torn, silent,
// far too narrow. Visits go on being written all the time; in the end every one of them is there once.

import { startKafka, type TestKafka } from '@kurz/backends';
import { openKafka } from '@kurz/click-stream';
import { makeShipper } from '@kurz/redirector';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { committedChunks, differenceOf } from '../stores/ship/committed-chunks';
import { makeEventLog, makeTopic, until } from '../stores/ship/ship-fixture';
import { startJournalUnderLoad } from './journal-under-load';

/** About what a call on a lost connection takes to fail (10 s), and what two waits take (5 s each); then the backlog. */
const RECOVERS_MS = 120_000;

let kafka: TestKafka;
beforeAll(async () => {
  kafka = await startKafka({ isBehindProxy: true });
}, 120_000);
afterAll(() => kafka?.close());

/** Ships a journal under load while `trouble` happens; what was different in the end, and what was logged. */
async function shipThrough(id: string, trouble: (shipped: () => number) => Promise<void>) {
  await makeTopic(kafka.directBrokers, id);
  const journal = await startJournalUnderLoad(id);
  const { log, events } = makeEventLog();
  const client = openKafka({ brokers: kafka.brokers, clientId: 'test' }, { log });
  const { directory } = journal;
  const settings = { directory, journal: path.basename(directory), topic: id, gatherMs: 20, isDrain: false };
  const shipper = makeShipper(
    { kafka: client, log, passed: (at) => journal.writer.dropBefore(at) },
    settings,
  );
  void shipper.run();
  try {
    await until(() => shipper.state.shippedVisits > 500);
    await trouble(() => shipper.state.shippedVisits);
    const healedAt = performance.now();
    const waiting = journal.lines.length - shipper.state.shippedVisits;
    await until(() => shipper.state.health === 'shipping', RECOVERS_MS);
    const end = await journal.stop();
    await until(() => shipper.state.position === end, RECOVERS_MS);
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
}, 240_000);

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
}, 240_000);

it('ships every visit once through a network of 2 s latency', async () => {
  const { difference } = await shipThrough('slow', async () => {
    kafka.proxy?.delay(2_000);
    await sleep(20_000);
    await kafka.proxy?.heal();
  });
  expect(difference).toEqual({ lost: 0, doubled: 0 });
}, 240_000);

it('ships every visit once though its connections are reset again and again', async () => {
  const { difference, state } = await shipThrough('reset', async () => {
    for (let reset = 0; reset < 25; reset++) {
      kafka.proxy?.resetAll();
      await sleep(400);
    }
  });
  expect(difference).toEqual({ lost: 0, doubled: 0 });
  expect(state.failures).toBeGreaterThan(0);
}, 240_000);

it('ships every visit once though Kafka falls silent for 15 s behind a network that swallows all', async () => {
  const { difference, events } = await shipThrough('black-hole', async (shipped) => {
    kafka.proxy?.blackHole();
    // what was under way may still have been acknowledged
    await sleep(1_000);
    const before = shipped();
    await sleep(14_000);
    expect(shipped()).toBe(before);
    await kafka.proxy?.heal();
  });
  expect(difference).toEqual({ lost: 0, doubled: 0 });
  expect(count(events, 'shipping_waits')).toBe(1);
  expect(count(events, 'shipping_resumed')).toBe(1);
}, 240_000);

it('ships every visit once through a network of 10 KB/s, and goes on shipping in it', async () => {
  const { difference } = await shipThrough('narrow', async (shipped) => {
    kafka.proxy?.throttle(10_000);
    await sleep(20_000);
    const before = shipped();
    await until(() => shipped() > before, 90_000);
    await kafka.proxy?.heal();
  });
  expect(difference).toEqual({ lost: 0, doubled: 0 });
}, 300_000);
