// What a topic holds, read by Kafka's own Java consumer: the second opinion on the product's client.
// Needs Java with its compiler, also where Kafka runs in a container; takes about 1 s.

import { execFile, spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { ensureKafka, java } from '@kurz/stack';
import { SHORT_LIVED } from '../test-kafka';
import { toolFlags } from './tool-flags';

const READER = path.join(__dirname, 'read-topic.java');
const READER_CLASS = 'ReadTopic';
const COMPILER = ['-m', 'jdk.compiler/com.sun.tools.javac.Main'];
const READ_MS = 240_000;
const QUIET = '-Dorg.slf4j.simpleLogger.defaultLogLevel=error';

export type TopicMessage = {
  partition: number;
  offset: number;
  /** Headers of a chunk. Other messages have '' here, and NaN as `first` and `last`. */
  journal: string;
  first: number;
  last: number;
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

/** The folder of the compiled reader, beside Kafka's jars. When two processes compile it, the first one's is used. */
async function compiledReader(): Promise<string> {
  const { jarFolder } = await ensureKafka();
  const version = createHash('sha256')
    .update(await readFile(READER))
    .digest('hex');
  const folder = path.join(path.dirname(jarFolder), `read-topic-${version.slice(0, 16)}`);
  if (existsSync(folder)) return folder;
  const growing = `${folder}.${randomBytes(4).toString('hex')}.part`;
  // the compiler does not expand an asterisk
  const jars = (await readdir(jarFolder)).map((jar) => path.join(jarFolder, jar)).join(path.delimiter);
  await promisify(execFile)(java(), [...SHORT_LIVED, ...COMPILER, '-cp', jars, '-d', growing, READER]);
  try {
    await rename(growing, folder);
  } catch (error) {
    if (!existsSync(folder)) throw error;
  } finally {
    await rm(growing, { recursive: true, force: true });
  }
  return folder;
}

/** Reads to the end that the topic has now, and waits for the transactions that are open there. */
export async function readTopic(broker: string, topic: string): Promise<TopicContent> {
  const args = [QUIET, ...(await toolFlags(await compiledReader())), READER_CLASS, broker, topic];
  const reader = spawn(java(), args, { timeout: READ_MS, stdio: ['ignore', 'pipe', 'pipe'] });
  let words = '';
  reader.stderr.on('data', (chunk: Buffer) => (words += chunk.toString()));
  const read: Record<string, TopicMessage[]> = {};
  let isComplete = false;
  // line by line, because the whole output would exceed the maximum length of a string
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
