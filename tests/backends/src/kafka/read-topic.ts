// What a topic holds, read by Kafka's own Java consumer: the second opinion on the product's client.
// Needs Java with its compiler, also where Kafka runs in a container.

import { startTopicReader, type TopicReader } from './topic-reader';

export type TopicMessage = {
  partition: number;
  offset: number;
  /** Headers of a chunk. Other messages have '' here, and NaN as `first` and `last`. */
  journal: string;
  first: number;
  last: number;
  /** Empty where values are left out. */
  value: Buffer;
};

/** Both lists are in offset order within each partition. */
export type TopicContent = {
  /** Committed messages, and messages written without a transaction. */
  committed: TopicMessage[];
  /** Messages of aborted transactions. */
  aborted: TopicMessage[];
};

const numberOf = (text: string | undefined) => (text ? Number(text) : Number.NaN);
const placeOf = ({ partition, offset }: TopicMessage) => `${partition} ${offset}`;

function messageOf(fields: readonly string[]): TopicMessage {
  const [partition, offset, journal = '', first, last, value = ''] = fields;
  return {
    partition: numberOf(partition),
    offset: numberOf(offset),
    journal,
    first: numberOf(first),
    last: numberOf(last),
    value: Buffer.from(value, 'base64'),
  };
}

/** The reader of this test file. */
let reader: Promise<TopicReader> | undefined;

/**
 * Reads to the end that the topic has now, and waits for the transactions that are open there. A file's first call
 * starts a Java program, which takes about 1 s; it answers the later calls too.
 */
export async function readTopic(
  broker: string,
  topic: string,
  { hasValues = true }: { hasValues?: boolean } = {},
): Promise<TopicContent> {
  reader ??= startTopicReader();
  const read: Record<string, TopicMessage[]> = {};
  try {
    await (
      await reader
    ).ask([broker, topic, hasValues ? 'values' : 'offsets'], ([isolation = '', ...fields]) => {
      (read[isolation] ??= []).push(messageOf(fields));
    });
  } catch (error) {
    reader = undefined;
    throw error;
  }
  const committed = read['read_committed'] ?? [];
  const places = new Set(committed.map(placeOf));
  const all = read['read_uncommitted'] ?? [];
  return { committed, aborted: all.filter((message) => !places.has(placeOf(message))) };
}
