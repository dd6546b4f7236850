// What a topic holds, read by Kafka's own Java consumer: the second opinion on the product's client.
// Needs Java with its compiler, also where Kafka runs in a container; takes about 1 s.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { java } from '@kurz/stack';
import { toolFlags } from './tool-flags';

const READER = path.join(__dirname, 'read-topic.java');
const READ_MS = 240_000;
const QUIET = '-Dorg.slf4j.simpleLogger.defaultLogLevel=error';

export type TopicMessage = {
  partition: number;
  offset: number;
  /** Headers of a chunk; empty and NaN of another message. */
  journal: string;
  first: number;
  last: number;
  value: Buffer;
};

/** Both in the order of each partition's offsets. */
export type TopicContent = {
  /** Committed messages, and those that no transaction was needed for. */
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

/** Reads to the end that the topic has now, and waits for the transactions that are open there. */
export async function readTopic(broker: string, topic: string): Promise<TopicContent> {
  const args = [QUIET, ...(await toolFlags()), READER, broker, topic];
  const reader = spawn(java(), args, { timeout: READ_MS, stdio: ['ignore', 'pipe', 'pipe'] });
  let words = '';
  reader.stderr.on('data', (chunk: Buffer) => (words += chunk.toString()));
  const read: Record<string, TopicMessage[]> = {};
  let isComplete = false;
  // line by line: a text of all would be longer than a text may be
  const lines = createInterface({ input: reader.stdout }).on('line', (line) => {
    const [isolation = '', ...fields] = line.split('\t');
    if (isolation === 'complete') isComplete = true;
    else (read[isolation] ??= []).push(messageOf(fields));
  });
  await Promise.all([once(lines, 'close'), once(reader, 'close')]);
  if (!isComplete) throw new Error(`Kafka's consumer has not read all: ${words.slice(-1_000)}`);
  const committed = read['read_committed'] ?? [];
  const places = new Set(committed.map(placeOf));
  const all = read['read_uncommitted'] ?? [];
  return { committed, aborted: all.filter((message) => !places.has(placeOf(message))) };
}
