// The ingester resumes at any offset where an intent ended: inside a batch or transaction, or at an end marker. From
// each it reads the committed messages that Kafka's own consumer reads, and it never passes an open transaction.

import { openTestKafka, readTopic, type SharedKafka } from '@kurz/backends';
import {
  openKafka,
  openStreamOffsets,
  openStreamReader,
  type KafkajsClient,
  type StreamClient,
  type StreamSession,
} from '@kurz/click-stream';
import { silentLog } from '@kurz/process';
import type { Transaction } from 'kafkajs';
import { makeTopic } from '../ship/ship-fixture';
import { openTestedClient } from '../../tested-client';
import { until } from '../../until';

let kafka: SharedKafka;
let topic: string;
let client: KafkajsClient;
let tested: StreamClient;
const closes: (() => Promise<unknown>)[] = [];
beforeAll(async () => {
  kafka = await openTestKafka();
  topic = kafka.own('clicks');
  client = openKafka({ brokers: kafka.brokers, clientId: 'test' }, { log: silentLog });
  tested = openTestedClient(kafka.brokers);
  await makeTopic(kafka.brokers, topic, 1);
});
afterAll(async () => {
  for (const close of closes.reverse()) await close();
  await kafka?.close();
});

async function begin(transactionalId: string): Promise<Transaction> {
  const producer = client.producer({ transactionalId: kafka.own(transactionalId), maxInFlightRequests: 1 });
  await producer.connect();
  closes.push(() => producer.disconnect());
  return producer.transaction();
}

const send = (to: Pick<Transaction, 'send'>, ...values: string[]) =>
  to.send({ topic, acks: -1, messages: values.map((value) => ({ value, partition: 0 })) });

/** Writes overlapping transactions, batches of several messages, adjacent markers, and an aborted one at the end. */
async function writeLog(): Promise<void> {
  const plain = client.producer({ idempotent: true, maxInFlightRequests: 1 });
  await plain.connect();
  closes.push(() => plain.disconnect());
  const [a, b, c, d, e] = await Promise.all(['a', 'b', 'c', 'd', 'e'].map(begin));
  if (!a || !b || !c || !d || !e) throw new Error('no transactions');
  await send(a, 'a0', 'a1', 'a2');
  await send(b, 'b0');
  await send(a, 'a3');
  await send(plain, 'p0', 'p1');
  await b.abort();
  await send(c, 'c0', 'c1');
  await a.abort();
  await send(d, 'd0', 'd1', 'd2');
  await send(c, 'c2');
  await d.commit();
  await c.commit();
  await send(plain, 'p2');
  await send(e, 'e0', 'e1');
  await e.abort();
}

/** The session has its own group, because another member could take its partition. */
async function openSession(groupId: string): Promise<StreamSession> {
  const offsets = openStreamOffsets({ kafka: tested }, { topic });
  let session: StreamSession | undefined;
  const reader = openStreamReader(
    { kafka: tested, offsets, log: silentLog, onSession: (given) => (session = given) },
    { topic, groupId: kafka.own(groupId), sessionTimeoutMs: 30_000 },
  );
  closes.push(offsets.close, reader.close);
  await until(() => session !== undefined);
  if (!session) throw new Error('no session');
  return session;
}

/** What the session delivers from `offset` to `end`. */
async function readFrom(session: StreamSession, offset: number, end: number): Promise<string[]> {
  await session.messagesFrom(offset);
  await until(() => (session.reached() ?? 0) >= end);
  const messages = await session.messagesFrom(offset);
  return messages.map((message) => `${message.offset} ${String(message.value)}`);
}

it('hands out from every offset what another client finds committed, and reaches the end of the log', async () => {
  await writeLog();
  const { committed, aborted } = await readTopic(kafka.brokers[0] ?? '', topic);
  const texts = committed.map(({ offset, value }) => ({ offset, text: `${offset} ${String(value)}` }));
  expect(committed.map(({ value }) => String(value)).join()).toBe('p0,p1,c0,c1,d0,d1,d2,c2,p2');
  expect(aborted).toHaveLength(7);
  const session = await openSession('reads-all');
  const end = 16 + 5; // messages, and the end markers of five transactions
  for (let offset = end; offset >= 0; offset--) {
    const expected = texts.filter((one) => one.offset >= offset).map(({ text }) => text);
    expect([offset, ...(await readFrom(session, offset, end))]).toEqual([offset, ...expected]);
    expect(session.reached()).toBe(end);
  }

  // reading ends at an open transaction, whatever follows it
  const open = await begin('open');
  await send(open, 'o0');
  const behind = client.producer({ idempotent: true, maxInFlightRequests: 1 });
  await behind.connect();
  await send(behind, 'p3');
  await behind.disconnect();
  await readFrom(session, 0, end);
  expect(session.reached()).toBe(end);
  await open.commit();
  expect(await readFrom(session, end, end + 3)).toEqual([`${end} o0`, `${end + 1} p3`]);
});

it('refuses an offset that the topic has forgotten, and begins at the first that it holds', async () => {
  const admin = client.admin();
  await admin.connect();
  closes.push(() => admin.disconnect());
  // kafkajs knows the leaders only of topics that an earlier call has named
  await admin.fetchTopicOffsets(topic);
  // deletes up to the middle of a committed transaction, as retention does
  const { committed } = await readTopic(kafka.brokers[0] ?? '', topic);
  const start = committed.find(({ value }) => String(value) === 'd1')?.offset ?? 0;
  await admin.deleteTopicRecords({ topic, partitions: [{ partition: 0, offset: String(start) }] });
  const left = (await readTopic(kafka.brokers[0] ?? '', topic)).committed;
  expect(left.map(({ value }) => String(value)).join()).toBe('d1,d2,c2,p2,o0,p3');
  const session = await openSession('reads-what-is-left');
  await expect(session.messagesFrom(start - 1)).rejects.toThrow('is not in the topic');
  const found = await readFrom(session, start, (left.at(-1)?.offset ?? 0) + 1);
  expect(found).toEqual(left.map(({ offset, value }) => `${offset} ${String(value)}`));
});
