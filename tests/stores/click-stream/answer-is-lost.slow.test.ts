// The network loses the answer to one request of a shipper, duplicates a request, or swallows one. The shipper sends
// again or is refused, and in the end Kafka's own consumer and the product's client each read every line once.

import { answerInstead, readTopic, startKafka, type TestKafka } from '@kurz/backends';
import { openJournalShip, type StreamClient } from '@kurz/click-stream';
import { committedChunks } from '../ship/committed-chunks';
import { makeTopic } from '../ship/ship-fixture';
import { openTestedClient, TESTED } from '../../tested-client';

const PRODUCE = 0;
const HEARTBEAT = { until: 0, at: 0, isAtRest: false };
/** The length of a chunk, and the end: one transaction has three chunks. */
const [STEP, END] = [10, 30];
const MAX_ATTEMPTS = 10;

let kafka: TestKafka;
let client: StreamClient;
beforeAll(async () => {
  kafka = await startKafka({ isBehindProxy: true });
  client = openTestedClient(kafka.brokers);
});
afterEach(() => kafka.proxy?.heal());
afterAll(() => kafka?.close());

const lineAt = (position: number) => ({ lines: Buffer.from(`line ${position}`), to: position + STEP });
const apiOf = (sent: Buffer) => (sent.length > 6 ? sent.readInt16BE(4) : -1);

async function shipOnce(journal: string): Promise<void> {
  const opened = await openJournalShip(client, { topic: journal, journal, shipper: 'one' }, undefined);
  if (opened.kind !== 'opened') throw new Error('the journal is taken');
  const { ship } = opened;
  const from = ship.found ?? { position: 0, shipper: '', lasts: new Map<number, number>() };
  const next = (position: number) => Promise.resolve(position < END ? lineAt(position) : undefined);
  await ship.ship(from, next, () => HEARTBEAT).finally(ship.close);
}

/** Opens everything anew after each error, as the shipper does. Resolves with the errors. */
async function shipUntilDone(journal: string): Promise<string[]> {
  const errors: string[] = [];
  while (errors.length < MAX_ATTEMPTS) {
    try {
      await shipOnce(journal);
      return errors;
    } catch (error) {
      errors.push(String(error));
      await kafka.proxy?.heal();
    }
  }
  throw new Error(errors.join('\n'));
}

/** Expects each line once from both clients. Resolves with the number of aborted chunks. */
async function expectEachOnce(journal: string): Promise<number> {
  const expected = [0, STEP, 2 * STEP].map((position) => `line ${position}`);
  const { committed, aborted } = await readTopic(kafka.directBrokers[0] ?? '', journal);
  expect(committed.map(({ value }) => String(value))).toEqual(expected);
  const read = await committedChunks(kafka.directBrokers, journal);
  expect(read.flatMap(({ lines }) => lines)).toEqual(expected);
  return aborted.length;
}

/** From the first request with this API key on, no connection gets an answer. */
function loseAnswerTo(api: number): void {
  kafka.proxy?.interfere(() => (sent) => {
    if (apiOf(sent) === api) kafka.proxy?.cutAnswerAfter(0);
    return sent;
  });
}

test.each([
  ['InitProducerId', 22, 0],
  ['AddPartitionsToTxn', 24, 0],
  ['Produce', PRODUCE, 1],
  ['AddOffsetsToTxn', 25, 3],
  ['TxnOffsetCommit', 28, 3],
  ['EndTxn', 26, 0],
])('the answer to %s is lost: each line is there once', async (name, api, abortedChunks) => {
  const journal = `lost-${name}`;
  await makeTopic(kafka.directBrokers, journal, 1);
  loseAnswerTo(api);
  expect((await shipUntilDone(journal)).length).toBeGreaterThan(0);
  expect(await expectEachOnce(journal)).toBe(abortedChunks);
});

test('a batch that reaches Kafka twice stands there once', async () => {
  await makeTopic(kafka.directBrokers, 'twice', 1);
  let repeated = 0;
  kafka.proxy?.interfere(() => (sent) => {
    if (apiOf(sent) !== PRODUCE) return sent;
    repeated++;
    return Buffer.concat([sent, sent]);
  });
  const errors = await shipUntilDone('twice');
  if (TESTED === 'kafkajs') {
    expect(errors).toEqual([]);
    expect(repeated).toBe(3);
    // the other client closes a connection on which an unexpected answer arrives
  } else expect(errors).toEqual([expect.stringContaining('closed')]);
  expect(await expectEachOnce('twice')).toBeLessThanOrEqual(TESTED === 'kafkajs' ? 0 : 3);
});

/** A Produce answer for one topic and partition: no error, base offset 0, no time, log start 0, no throttling. */
function produced(topic: string): Buffer {
  if (TESTED === 'platformatic') {
    const name = Buffer.from([topic.length + 1, ...Buffer.from(topic)]);
    const partition = Buffer.alloc(4 + 2 + 8 + 8 + 8 + 3);
    partition.writeBigInt64BE(-1n, 4 + 2 + 8);
    // no record errors
    partition[4 + 2 + 8 + 8 + 8] = 1;
    const one = Buffer.from([2]);
    return Buffer.concat([Buffer.alloc(1), one, name, one, partition, Buffer.alloc(1 + 4 + 1)]);
  }
  const name = Buffer.from([0, topic.length, ...Buffer.from(topic)]);
  const partition = Buffer.alloc(4 + 2 + 8 + 8 + 8);
  partition.writeBigInt64BE(-1n, 4 + 2 + 8);
  const one = Buffer.from([0, 0, 0, 1]);
  return Buffer.concat([one, name, one, partition, Buffer.alloc(4)]);
}

test('a batch behind one that Kafka never got is refused, whatever the shipper was told of that one', async () => {
  const journal = 'swallowed';
  await makeTopic(kafka.directBrokers, journal, 1);
  const swallowed = answerInstead({ api: PRODUCE, versions: [7, 9] }, [produced(journal)]);
  // lets the first batch through, because a broker accepts any batch as a producer's first
  let sends = 0;
  kafka.proxy?.interfere(() => {
    const swallow = swallowed.make();
    return (sent, answer) => (apiOf(sent) === PRODUCE && sends++ === 0 ? sent : swallow(sent, answer));
  });
  const errors = await shipUntilDone(journal);
  expect(swallowed.answered()).toBe(1);
  expect(errors).toEqual([expect.stringMatching(/out of order/i)]);
  expect(await expectEachOnce(journal)).toBe(1);
});
