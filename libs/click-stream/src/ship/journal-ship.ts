// Ships lines of one journal: they and the journal's new position get into Kafka in one transaction, or neither does.
//
// Measured to lose and double nothing while the broker is frozen and killed: one transaction at a time, one send at a
// time, and a new ship after any error. Opening it fences what is left of the old one and reads the position again.
// kafkajs's own retries stay off, because they do not know which of the two outcomes it was.

import { inSpan, SpanKind, traceHeaders } from '@kurz/process';
import { CompressionTypes, type Admin, type Kafka, type Producer } from 'kafkajs';
import { encodeChunk } from '../chunk/chunk-message';
import { transactionalIdOf } from './journal-group';
import { offsetsOf, type JournalProgress, type JournalHeartbeat } from './journal-progress';
import { partitionOf } from './partition-of';
import { readJournalProgress, readSettledProgress } from './read-journal-progress';
import { whileClosing } from './while-closing';

/** Kafka ends a transaction that is open for longer, and fences its producer. */
const TRANSACTION_TIMEOUT_MS = 60_000;
const PRODUCE_TIMEOUT_MS = 10_000;

export type JournalShipSettings = {
  topic: string;
  /** The journal's id. */
  journal: string;
  /** The shipper's id, new for each process and journal: separates a successor from one's own earlier attempts. */
  shipper: string;
};

/** `lines`: payloads joined by '\n', empty when only damage was passed over; `to`: the position after them. */
export type ShippedLines = { lines: Buffer; to: number };

export type JournalShip = {
  /** What Kafka had when this was opened; undefined when the group has no offset. */
  found: JournalProgress | undefined;
  /**
   * Takes lines from `next` until it gives none, and commits them with the position after them; with none it commits
   * the position alone. `from` is where shipping goes on; `heartbeat` is asked when all lines are taken. @throws whatever
   * goes wrong: then close this and open another.
   */
  ship: (
    from: JournalProgress,
    next: (position: number) => Promise<ShippedLines | undefined>,
    heartbeat: () => JournalHeartbeat,
  ) => Promise<JournalProgress>;
  close: () => Promise<void>;
};

export type OpenedJournalShip =
  | { kind: 'opened'; ship: JournalShip }
  /** Another shipper has committed since `known`; it was not disturbed, or goes on at its next attempt. */
  | { kind: 'taken'; by: JournalProgress };

const makeProducer = (kafka: Kafka, journal: string): Producer =>
  kafka.producer({
    transactionalId: transactionalIdOf(journal),
    transactionTimeout: TRANSACTION_TIMEOUT_MS,
    maxInFlightRequests: 1,
    retry: { retries: 0 },
    createPartitioner:
      () =>
      ({ message }) =>
        message.partition ?? 0,
  });

async function countPartitions(admin: Admin, topic: string): Promise<number> {
  const { topics } = await admin.fetchTopicMetadata({ topics: [topic] });
  const count = topics[0]?.partitions.length ?? 0;
  if (count === 0) throw new Error(`the topic ${topic} has no partitions`);
  return count;
}

/** Gets the producer's id, which fences an earlier producer of the journal and ends what it had begun. */
async function fenceEarlier(producer: Producer): Promise<void> {
  await producer.connect();
  await (await producer.transaction()).abort();
}

function makeShip(
  { producer, admin }: { producer: Producer; admin: Admin },
  { topic, journal, shipper }: JournalShipSettings,
  partitions: number,
  found: JournalProgress | undefined,
): JournalShip {
  const shipOnce: JournalShip['ship'] = async (from, next, heartbeat) => {
    const transaction = await producer.transaction();
    const lasts = new Map(from.lasts);
    const { traceparent } = traceHeaders();
    let { position } = from;
    for (let given = await next(position); given; given = await next(position)) {
      const { lines, to } = given;
      if (lines.length > 0) {
        const partition = partitionOf(journal, position, partitions);
        const range = { journal, first: position, last: to, after: lasts.get(partition), traceparent };
        const message = { ...encodeChunk(range, lines), partition };
        const compression = CompressionTypes.GZIP;
        await whileClosing(() =>
          transaction.send({
            topic,
            compression,
            acks: -1,
            timeout: PRODUCE_TIMEOUT_MS,
            messages: [message],
          }),
        );
        lasts.set(partition, to);
      }
      position = to;
    }
    const reached = { position, shipper, lasts, heartbeat: heartbeat() };
    await whileClosing(() => transaction.sendOffsets(offsetsOf(topic, journal, reached)));
    await transaction.commit();
    return reached;
  };
  const attributes = { 'messaging.system': 'kafka', 'messaging.destination.name': topic };
  const ship: JournalShip['ship'] = (...given) =>
    inSpan({ name: `ship ${topic}`, kind: SpanKind.PRODUCER, attributes }, () => shipOnce(...given));
  const close = async () => {
    await Promise.allSettled([producer.disconnect(), admin.disconnect()]);
  };
  return { found, ship, close };
}

/** `known`: what this shipper has seen committed so far; undefined before its first opening. @throws what Kafka answers. */
export async function openJournalShip(
  kafka: Kafka,
  settings: JournalShipSettings,
  known: JournalProgress | undefined,
): Promise<OpenedJournalShip> {
  const { topic, journal, shipper } = settings;
  const isTaken = (progress: JournalProgress | undefined): progress is JournalProgress =>
    known !== undefined && progress !== undefined && ![shipper, known.shipper].includes(progress.shipper);
  const producer = makeProducer(kafka, journal);
  const admin = kafka.admin();
  const discard = () => Promise.allSettled([producer.disconnect(), admin.disconnect()]);
  try {
    await admin.connect();
    // before fencing, so that a successor is left in peace
    const before = await readJournalProgress(admin, topic, journal);
    if (isTaken(before)) {
      await discard();
      return { kind: 'taken', by: before };
    }
    const partitions = await countPartitions(admin, topic);
    await fenceEarlier(producer);
    const found = await readSettledProgress(admin, topic, journal);
    // the first answer may have been older: a successor that was fenced for it opens anew
    if (isTaken(found)) {
      await discard();
      return { kind: 'taken', by: found };
    }
    return { kind: 'opened', ship: makeShip({ producer, admin }, settings, partitions, found) };
  } catch (error) {
    // not awaited: it may wait as long for a frozen broker as the call that failed
    void discard();
    throw error;
  }
}
