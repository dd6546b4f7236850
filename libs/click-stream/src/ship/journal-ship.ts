// Ships lines of one journal: they and the journal's new position get into Kafka in one transaction, or neither does.
//
// Measured to lose and double nothing while the broker is frozen and killed: one transaction at a time, one send at a
// time, and a new ship after any error. Opening it fences the rest of the old one and reads the position again.

import { inSpan, SpanKind, traceHeaders } from '@kurz/process';
import { InfrastructureError } from '@kurz/resilience';
import { encodeChunk } from '../chunk/chunk-message';
import type { StreamClient } from '../client/stream-client';
import { openStreamAdmin } from '../admin/open-stream-admin';
import type { StreamAdmin } from '../admin/stream-admin';
import { transactionalIdOf } from './journal-group';
import { offsetOf, type JournalProgress, type JournalHeartbeat } from './journal-progress';
import type { JournalTransactions } from './journal-transactions';
import { openTransactions } from './open-transactions';
import { partitionOf } from './partition-of';
import { fetchJournalProgress, fetchStableProgress } from './read-journal-progress';
import { whileClosing } from './while-closing';

export type JournalShipSettings = {
  topic: string;
  /** The journal's id. */
  journal: string;
  /** The shipper's id, new for each process and journal: tells a successor from its own earlier attempts. */
  shipper: string;
};

/** `lines`: payloads joined by '\n', empty when only damage was passed over; `to`: the position after them. */
export type ShippedLines = { lines: Buffer; to: number };

export type JournalShip = {
  /** The progress in Kafka when this was opened; undefined when the group has no offset. */
  found: JournalProgress | undefined;
  /**
   * Takes lines from `next` until it gives none, and commits them with the position after them; with none it commits
   * the position alone. `from` is where shipping continues; `heartbeat` is called when all lines are taken. @throws
   * any error: then close this and open another.
   */
  ship: (
    from: JournalProgress,
    next: (position: number) => Promise<ShippedLines | undefined>,
    heartbeat: () => JournalHeartbeat,
  ) => Promise<JournalProgress>;
  /** False when the number of partitions has changed since the opening: then close this and open another. */
  isCurrent: () => Promise<boolean>;
  close: () => Promise<void>;
};

export type OpenedJournalShip =
  | { kind: 'opened'; ship: JournalShip }
  /** Another shipper has committed since `known`; it was not disturbed, or continues at its next attempt. */
  | { kind: 'taken'; by: JournalProgress };

async function countPartitions(admin: StreamAdmin, topic: string): Promise<number> {
  const count = await admin.countPartitions(topic);
  if (count === 0) throw new Error(`the topic ${topic} has no partitions`);
  return count;
}

type Opened = {
  transactions: JournalTransactions;
  admin: StreamAdmin;
  /** Number of the topic's partitions at the opening. */
  partitions: number;
  found: JournalProgress | undefined;
  close: () => Promise<void>;
};

function makeShip(
  { transactions, admin, partitions, found, close }: Opened,
  { topic, journal, shipper }: JournalShipSettings,
): JournalShip {
  let isCommitted = found !== undefined;
  /** Kafka deletes offsets with their topic: a topic that was created again would pass for the old one. */
  const assertNotForgotten = async () => {
    if (!isCommitted || (await fetchStableProgress(admin, topic, journal))) return;
    throw new InfrastructureError(`Kafka has forgotten how far the journal ${journal} is shipped`, true);
  };

  const shipOnce: JournalShip['ship'] = async (from, next, heartbeat) => {
    const transaction = await transactions.begin();
    const lasts = new Map(from.lasts);
    const { traceparent } = traceHeaders();
    let { position } = from;
    for (let given = await next(position); given; given = await next(position)) {
      const { lines, to } = given;
      if (lines.length > 0) {
        const partition = partitionOf(journal, position, partitions);
        const range = { journal, first: position, last: to, after: lasts.get(partition), traceparent };
        const message = { ...encodeChunk(range, lines), partition };
        await whileClosing(() => transaction.send(message));
        lasts.set(partition, to);
      }
      position = to;
    }
    const reached = { position, shipper, lasts, heartbeat: heartbeat() };
    await assertNotForgotten();
    await whileClosing(() => transaction.sendOffset(offsetOf(topic, journal, reached)));
    await transaction.commit();
    isCommitted = true;
    return reached;
  };
  const attributes = { 'messaging.system': 'kafka', 'messaging.destination.name': topic };
  const ship: JournalShip['ship'] = (...given) =>
    inSpan({ name: `ship ${topic}`, kind: SpanKind.PRODUCER, attributes }, () => shipOnce(...given));
  const isCurrent = async () => (await admin.countPartitions(topic)) === partitions;
  return { found, ship, isCurrent, close };
}

/**
 * `known`: what this shipper has seen committed so far; undefined before its first opening. @throws what Kafka answers.
 */
export async function openJournalShip(
  client: StreamClient,
  settings: JournalShipSettings,
  known: JournalProgress | undefined,
): Promise<OpenedJournalShip> {
  const { topic, journal, shipper } = settings;
  // a successor begins where this shipper stopped: an earlier position is older, as in a Kafka that was restored
  const isTaken = (progress: JournalProgress | undefined): progress is JournalProgress =>
    known !== undefined &&
    progress !== undefined &&
    progress.position >= known.position &&
    !['', shipper, known.shipper].includes(progress.shipper);
  const transactions = openTransactions(client, { transactionalId: transactionalIdOf(journal), topic });
  const admin = openStreamAdmin(client, { hasRetries: true });
  const close = async () => {
    await Promise.allSettled([transactions.close(), admin.close()]);
  };
  try {
    // before fencing, so that a successor is not disturbed
    const before = await fetchJournalProgress(admin, topic, journal);
    if (isTaken(before)) {
      await close();
      return { kind: 'taken', by: before };
    }
    const partitions = await countPartitions(admin, topic);
    await transactions.fence();
    const found = await fetchStableProgress(admin, topic, journal);
    // the first answer may have been outdated: a successor that was fenced because of it opens again
    if (isTaken(found)) {
      await close();
      return { kind: 'taken', by: found };
    }
    const opened = { transactions, admin, partitions, found, close };
    return { kind: 'opened', ship: makeShip(opened, settings) };
  } catch (error) {
    // not awaited: closing may wait as long for a frozen broker as the call that failed
    void close();
    throw error;
  }
}
