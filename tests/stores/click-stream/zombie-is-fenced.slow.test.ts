// A shipper freezes at some step of its transaction and wakes up when a successor has shipped the same lines. Kafka
// refuses its remaining steps, and neither the product's client nor Kafka's own consumer gets any of its lines.

import { readTopic, openTestKafka, type SharedKafka } from '@kurz/backends';
import {
  encodeChunk,
  journalGroupOf,
  openJournalShip,
  openKafka,
  type KafkajsClient,
  type StreamClient,
} from '@kurz/click-stream';
import { silentLog } from '@kurz/process';
import type { Transaction } from 'kafkajs';
import { transactionalIdOf } from '../../../libs/click-stream/src/ship/journal-group';
import { whileClosing } from '../../../libs/click-stream/src/ship/while-closing';
import { committedChunks } from '../ship/committed-chunks';
import { makeTopic } from '../ship/ship-fixture';
import { openTestedClient } from '../../tested-client';

const HEARTBEAT = { until: 0, at: 0, isAtRest: false };
const FENCED = /epoch|fenced|newer producer/i;

let kafka: SharedKafka;
let client: KafkajsClient;
let tested: StreamClient;
beforeAll(async () => {
  kafka = await openTestKafka();
  client = openKafka({ brokers: kafka.brokers, clientId: 'test' }, { log: silentLog });
  tested = openTestedClient(kafka.brokers);
});
afterAll(() => kafka?.close());

/** The steps of a shipper's transaction. */
const STEPS: Record<string, (transaction: Transaction, journal: string) => Promise<unknown>> = {
  'sends lines': (transaction, journal) => {
    const chunk = encodeChunk({ journal, first: 0, last: 10, after: undefined }, Buffer.from('zombie'));
    return transaction.send({ topic: journal, acks: -1, messages: [{ ...chunk, partition: 0 }] });
  },
  'sends the position': (transaction, journal) =>
    transaction.sendOffsets({
      consumerGroupId: journalGroupOf(journal),
      topics: [{ topic: journal, partitions: [{ partition: 0, offset: '10' }] }],
    }),
  commits: (transaction) => transaction.commit(),
};

/** Ships the lines up to position 5, as a shipper that takes the journal over. */
async function succeed(journal: string): Promise<void> {
  const settings = { topic: journal, journal, shipper: 'successor' };
  const opened = await openJournalShip(tested, settings, undefined);
  if (opened.kind !== 'opened') throw new Error('the journal is taken');
  const nothing = { position: 0, shipper: '', lasts: new Map<number, number>() };
  const line = { lines: Buffer.from('successor'), to: 5 };
  await opened.ship.ship(
    nothing,
    (at) => Promise.resolve(at === 0 ? line : undefined),
    () => HEARTBEAT,
  );
  await opened.ship.close();
}

test.each([0, 1, 2])(
  'a shipper that froze after %i steps of its transaction ships nothing more',
  async (taken) => {
    const journal = kafka.own(`frozen-after-${taken}`);
    await makeTopic(kafka.brokers, journal, 1);
    const transactionalId = transactionalIdOf(journal);
    const zombie = client.producer({ transactionalId, maxInFlightRequests: 1, retry: { retries: 0 } });
    await zombie.connect();
    try {
      const transaction = await zombie.transaction();
      const steps = Object.values(STEPS);
      for (const step of steps.slice(0, taken)) await step(transaction, journal);
      await succeed(journal);
      const [first, ...rest] = steps.slice(taken).map((step) => () => step(transaction, journal));
      await expect(first && whileClosing(first)).rejects.toThrow(FENCED);
      // kafkajs sends no request to commit an empty transaction
      for (const step of rest) await whileClosing(step).catch(() => undefined);
      const { committed, aborted } = await readTopic(kafka.brokers[0] ?? '', journal);
      expect(committed.map(({ value }) => String(value))).toEqual(['successor']);
      expect(aborted.map(({ value }) => String(value))).toEqual(taken > 0 ? ['zombie'] : []);
      const read = await committedChunks(kafka.brokers, journal);
      expect(read.flatMap(({ lines }) => lines)).toEqual(['successor']);
      const again = await openJournalShip(tested, { topic: journal, journal, shipper: 'next' }, undefined);
      expect(again.kind === 'opened' && again.ship.found).toMatchObject({
        position: 5,
        shipper: 'successor',
      });
      if (again.kind === 'opened') await again.ship.close();
    } finally {
      await zombie.disconnect();
    }
  },
);
