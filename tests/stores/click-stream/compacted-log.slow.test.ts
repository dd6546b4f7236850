// Kafka's cleaner removes messages, whole batches and transaction markers from a log. From every offset, removed ones
// included, the product's client reads what Kafka's own consumer reads, and reaches the end. The stream's own topics
// are never compacted.

import { readTopic, startKafka, type TestKafka } from '@kurz/backends';
import {
  openKafka,
  openStreamOffsets,
  openStreamReader,
  type KafkajsClient,
  type StreamClient,
  type StreamSession,
} from '@kurz/click-stream';
import { silentLog } from '@kurz/process';
import { ConfigResourceTypes } from 'kafkajs';
import { makeTopic } from '../ship/ship-fixture';
import { openTestedClient } from '../../tested-client';
import { until } from '../../until';

const TOPIC = 'compacted';
const SEGMENT_MS = 200;
/** The cleaner runs often, works on closed segments, and keeps nothing for late readers. */
const BROKER = { 'log.cleaner.backoff.ms': 100 };
const COMPACTED = {
  'cleanup.policy': 'compact',
  'segment.ms': String(SEGMENT_MS),
  'min.cleanable.dirty.ratio': '0.001',
  'min.compaction.lag.ms': '0',
  'delete.retention.ms': '0',
};
const ROUNDS = 12;
const KEYS = ['often', 'also', 'rarely'];

let kafka: TestKafka;
let client: KafkajsClient;
let tested: StreamClient;
const closes: (() => Promise<unknown>)[] = [];
beforeAll(async () => {
  kafka = await startKafka({ settings: BROKER });
  client = openKafka({ brokers: kafka.brokers, clientId: 'test' }, { log: silentLog });
  tested = openTestedClient(kafka.brokers);
  await makeTopic(kafka.brokers, TOPIC, 1);
  const admin = client.admin();
  await admin.connect();
  await admin.alterConfigs({
    validateOnly: false,
    resources: [
      {
        type: ConfigResourceTypes.TOPIC,
        name: TOPIC,
        configEntries: Object.entries(COMPACTED).map(([name, value]) => ({ name, value })),
      },
    ],
  });
  await admin.disconnect();
});
afterAll(async () => {
  for (const close of closes.reverse()) await close();
  await kafka?.close();
});

/** Each round is a segment with one transaction of several keys; every third is aborted. Resolves with the end. */
async function write(): Promise<number> {
  const producer = client.producer({ transactionalId: 'writes', maxInFlightRequests: 1 });
  await producer.connect();
  closes.push(() => producer.disconnect());
  let end = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const keys = round % 4 === 0 ? KEYS : KEYS.slice(0, 2);
    const transaction = await producer.transaction();
    const messages = keys.map((key) => ({ key, value: `${key} ${round}`, partition: 0 }));
    await transaction.send({ topic: TOPIC, acks: -1, messages });
    await (round % 3 === 2 ? transaction.abort() : transaction.commit());
    end += keys.length + 1;
    await new Promise((resolve) => setTimeout(resolve, 2 * SEGMENT_MS));
  }
  return end;
}

const textsOf = (messages: readonly { offset: number; value: Buffer | null }[]) =>
  messages.map(({ offset, value }) => `${offset} ${String(value)}`);

const readByJava = async () => textsOf((await readTopic(kafka.brokers[0] ?? '', TOPIC)).committed);

async function openSession(): Promise<StreamSession> {
  const offsets = openStreamOffsets({ kafka: tested }, { topic: TOPIC });
  let session: StreamSession | undefined;
  const reader = openStreamReader(
    { kafka: tested, offsets, log: silentLog, onSession: (given) => (session = given) },
    { topic: TOPIC, groupId: 'reads', sessionTimeoutMs: 30_000 },
  );
  closes.push(offsets.close, reader.close);
  await until(() => session !== undefined);
  if (!session) throw new Error('no session');
  return session;
}

it('reads a compacted log from every offset as another client does, and reaches its end', async () => {
  const end = await write();
  const session = await openSession();
  const readFrom = async (from: number) => {
    await session.messagesFrom(from);
    await until(() => (session.reached() ?? 0) >= end);
    const read = textsOf(await session.messagesFrom(from));
    return { from, read, reached: session.reached() };
  };
  let left: readonly string[];
  let reads: Awaited<ReturnType<typeof readFrom>>[];
  do {
    // more were committed: fewer are left only when the cleaner has worked
    await until(async () => (await readByJava()).length < ROUNDS);
    left = await readByJava();
    reads = [];
    for (let from = end - 1; from >= 0; from--) reads.push(await readFrom(from));
    // once more when it has worked in between
  } while ((await readByJava()).join() !== left.join());
  console.log(`of ${end} offsets the cleaner left ${left.length} committed messages: ${left.join(', ')}`);
  for (const { from, read, reached } of reads) {
    expect([from, ...read]).toEqual([from, ...left.filter((text) => Number(text.split(' ')[0]) >= from)]);
    expect(reached).toBe(end);
  }
});
