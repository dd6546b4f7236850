// Several journals have transactions open in one partition and all of them are aborted, as after a killed broker or a
// power cut. Kafka's own consumer and the product's read exactly the messages that were committed afterwards.

import { readTopic, openTestKafka, type SharedKafka } from '@kurz/backends';
import { encodeChunk, openKafka } from '@kurz/click-stream';
import { silentLog } from '@kurz/process';
import type { Producer, Transaction } from 'kafkajs';
import { committedChunks } from '../ship/committed-chunks';
import { makeTopic } from '../ship/ship-fixture';

const JOURNALS = ['one', 'two', 'three'];
const ORDERS = [
  ['one', 'two', 'three'],
  ['three', 'two', 'one'],
  ['two', 'three', 'one'],
];

let kafka: SharedKafka;
beforeAll(async () => {
  kafka = await openTestKafka();
});
afterAll(() => kafka?.close());

async function send(transaction: Transaction, topic: string, journal: string): Promise<void> {
  const range = { journal, first: 0, last: 10, after: undefined };
  await transaction.send({
    topic,
    acks: -1,
    messages: [{ ...encodeChunk(range, Buffer.from(`visit of ${journal}`)), partition: 0 }],
  });
}

/** All journals begin transactions in turn, which are aborted in `order`. Then they send the same again and commit. */
async function abortAll(topic: string, order: readonly string[]): Promise<void> {
  const client = openKafka({ brokers: kafka.brokers, clientId: 'test' }, { log: silentLog });
  const producers = new Map<string, Producer>();
  try {
    const open = new Map<string, Transaction>();
    for (const journal of JOURNALS) {
      const producer = client.producer({ transactionalId: `${topic}-${journal}`, maxInFlightRequests: 1 });
      producers.set(journal, producer);
      await producer.connect();
      const transaction = await producer.transaction();
      await send(transaction, topic, journal);
      open.set(journal, transaction);
    }
    for (const journal of order) await open.get(journal)?.abort();
    for (const journal of JOURNALS) {
      const producer = client.producer({ transactionalId: `${topic}-${journal}`, maxInFlightRequests: 1 });
      await producer.connect();
      const transaction = await producer.transaction();
      await send(transaction, topic, journal);
      await transaction.commit();
      await producer.disconnect();
    }
  } finally {
    for (const producer of producers.values()) await producer.disconnect();
  }
}

test.each(ORDERS)(
  'what three journals sent in vain is counted for none, aborted in the order %s, %s, %s',
  async (...order) => {
    const topic = kafka.own(`aborted-${order.join('-')}`);
    await makeTopic(kafka.brokers, topic, 1);
    await abortAll(topic, order);
    const { committed, aborted } = await readTopic(kafka.brokers[0] ?? '', topic);
    expect(aborted.map(({ journal }) => journal)).toEqual(JOURNALS);
    expect(committed.map(({ journal }) => journal)).toEqual(JOURNALS);
    const read = await committedChunks(kafka.brokers, topic);
    expect(read.map(({ journal, lines }) => [journal, ...lines])).toEqual(
      JOURNALS.map((journal) => [journal, `visit of ${journal}`]),
    );
  },
);
