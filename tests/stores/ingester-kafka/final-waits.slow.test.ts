// `final` waits for visits that redirectors still hold: a day is not final before every journal that Kafka knows has
// shipped it, whatever other journals have shipped meanwhile.

import { randomUUID } from 'node:crypto';
import { encodeVisit } from '@kurz/click-event';
import {
  encodeChunk,
  openJournalShip,
  type JournalProgress,
  type JournalShip,
  type JournalHeartbeat,
} from '@kurz/click-stream';
import { retry } from '@kurz/resilience';
import { until } from '../../until';
import { visitOf } from '../ingester/visits';
import { makeEventLog } from '../ship/ship-fixture';
import { openOwnStreamBench, type OwnStreamBench } from './stream-bench';

const LINK = 'lnk_a';
const PARTITIONS = 4;
const WATCHED_MS = 4_000;
const RETRY = { minMs: 50, maxMs: 500, attempts: 40 };

let bench: OwnStreamBench;
let ships: JournalShip[] = [];
beforeAll(async () => (bench = await openOwnStreamBench()));
afterAll(() => bench.close());
beforeEach(async () => {
  await bench.reset();
  await bench.addLinks([LINK]);
});
afterEach(async () => {
  for (const ship of ships) await ship.close();
  ships = [];
});

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** A redirector's shipper for the test to control: ships visits and reports that all up to `until` is shipped. */
async function openJournal(journal: string) {
  const settings = { topic: bench.topic(), journal, shipper: randomUUID() };
  // the first group in Kafka has to wait for its coordinator
  const opened = await retry(() => openJournalShip(bench.tested, settings, undefined), RETRY);
  if (opened.kind !== 'opened') throw new Error('another test ships this journal');
  ships.push(opened.ship);
  let progress: JournalProgress = { position: 0, shipper: '', lasts: new Map() };
  return async (said: Partial<JournalHeartbeat> & { until: number }, times: readonly number[] = []) => {
    const given = times.map((time) => Buffer.from(encodeVisit(visitOf({ linkId: LINK, time }))));
    const next = (position: number) => {
      const lines = given.shift();
      return Promise.resolve(lines && { lines, to: position + lines.length + 1 });
    };
    const heartbeat = { at: Date.now(), isAtRest: false, ...said };
    progress = await opened.ship.ship(progress, next, () => heartbeat);
  };
}

/** The time before which the counts of every partition are published as complete, ms. */
async function finalUntil(): Promise<number> {
  const rows = await bench.database.db.selectFrom('stream_progress').select('consolidated_until').execute();
  if (rows.length < PARTITIONS) return 0;
  return Math.min(...rows.map((row) => row.consolidated_until.getTime()));
}

async function storedRequests(): Promise<number> {
  const answer = await bench.clickHouse.client.query({
    query: 'SELECT toUInt32(sum(requests)) AS requests FROM kurz.clicks_daily FINAL',
    format: 'JSONEachRow',
  });
  const [row] = await answer.json<{ requests: number }>();
  return row?.requests ?? 0;
}

test('A day stays short of final while a silent journal holds visits of it, and is final once it has shipped them', async () => {
  const [cutOff, healthy] = [await openJournal('cut-off'), await openJournal('healthy')];
  const cutAt = Date.now();
  await cutOff({ until: cutAt });
  bench.start();
  await until(async () => (await finalUntil()) === cutAt);
  // the healthy journal goes on shipping, in every partition
  const endAt = Date.now() + WATCHED_MS;
  while (Date.now() < endAt) {
    await healthy({ until: Date.now() }, [Date.now()]);
    expect(await finalUntil()).toBe(cutAt);
    await sleep(200);
  }
  const before = await storedRequests();
  await cutOff({ until: Date.now() }, [cutAt + 1, cutAt + 2, cutAt + 3]);
  await until(async () => (await finalUntil()) > cutAt);
  expect(await storedRequests()).toBeGreaterThanOrEqual(before + 3);
});

test('A visit that is in Kafka and not in ClickHouse yet holds up final', async () => {
  const journal = await openJournal('ordered');
  const start = Date.now();
  await journal({ until: start });
  bench.start();
  await until(async () => (await finalUntil()) === start);
  bench.server.freeze();
  try {
    await journal({ until: Date.now() + 3_600_000 }, [start + 1]);
    await sleep(WATCHED_MS);
    expect(await finalUntil()).toBe(start);
  } finally {
    bench.server.thaw();
  }
  await until(async () => (await finalUntil()) > start);
  expect(await storedRequests()).toBe(1);
});

test('A visit whose transaction has not ended in its partition holds up final, though its heartbeat is there', async () => {
  const journal = await openJournal('ended-in-part');
  const start = Date.now();
  await journal({ until: start });
  bench.start();
  await until(async () => (await finalUntil()) === start);
  const producer = bench.client.producer({ transactionalId: 'in-part', maxInFlightRequests: 1 });
  await producer.connect();
  try {
    // for readers, Kafka seems to have ended this transaction for the journal's group, but not yet for its lines
    const transaction = await producer.transaction();
    const line = Buffer.from(encodeVisit(visitOf({ linkId: LINK, time: start + 1 })));
    const range = { journal: 'ended-in-part', first: 0, last: line.length + 1, after: undefined };
    await transaction.send({
      topic: bench.topic(),
      messages: [{ ...encodeChunk(range, line), partition: 0 }],
    });
    await journal({ until: Date.now() + 3_600_000 });
    await sleep(WATCHED_MS);
    expect(await finalUntil()).toBe(start);
    await transaction.commit();
  } finally {
    await producer.disconnect();
  }
  await until(async () => (await finalUntil()) > start);
  expect(await storedRequests()).toBe(1);
});

test('A journal that was shipped to its end and closed holds nothing up', async () => {
  const closed = await openJournal('closed');
  const closedAt = Date.now();
  await closed({ until: closedAt, isAtRest: true });
  bench.start();
  await until(async () => (await finalUntil()) > closedAt + 2_000);
});

test('A journal that is silent for too long is given up, and that is told once', async () => {
  const gone = await openJournal('gone');
  const lastHeard = Date.now();
  await gone({ until: lastHeard });
  const { log, events } = makeEventLog();
  bench.start({ log, journalGoneMs: 5_000 });
  await until(async () => (await finalUntil()) > lastHeard + 2_000);
  expect(Date.now() - lastHeard).toBeGreaterThan(5_000);
  await sleep(WATCHED_MS);
  const told = events.filter(({ event }) => event === 'journal_given_up');
  expect(told).toEqual([
    expect.objectContaining({ journal: 'gone', runbook: 'A journal holds up final counts' }),
  ]);
});
