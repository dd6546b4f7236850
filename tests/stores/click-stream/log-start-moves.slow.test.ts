// Retention removes messages that are being read. The reader gets an error for the offset and no other messages in
// their place, and the committed offset stays. From the new start it reads what Kafka's own consumer reads.

import { randomBytes } from 'node:crypto';
import { readTopic, openTestKafka, type SharedKafka } from '@kurz/backends';
import {
  openKafka,
  openStreamOffsets,
  openStreamReader,
  type KafkajsClient,
  type StreamClient,
  type StreamSession,
} from '@kurz/click-stream';
import { silentLog } from '@kurz/process';
import { makeTopic } from '../ship/ship-fixture';
import { openTestedClient } from '../../tested-client';
import { until } from '../../until';

/** More messages than a session buffers, so that it pauses on the way. */
const MESSAGES = 60;
const BYTES = 900_000;
const LEFT = 3;

let kafka: SharedKafka;
let topic: string;
let groupId: string;
let client: KafkajsClient;
let tested: StreamClient;
const closes: (() => Promise<unknown>)[] = [];
beforeAll(async () => {
  kafka = await openTestKafka();
  topic = kafka.own('clicks');
  groupId = kafka.own('reads');
  client = openKafka({ brokers: kafka.brokers, clientId: 'test' }, { log: silentLog });
  tested = openTestedClient(kafka.brokers);
  await makeTopic(kafka.brokers, topic, 1);
});
afterAll(async () => {
  for (const close of closes.reverse()) await close();
  await kafka?.close();
});

async function write(): Promise<void> {
  const producer = client.producer({ transactionalId: kafka.own('writes'), maxInFlightRequests: 1 });
  await producer.connect();
  for (let sent = 0; sent < MESSAGES; sent++) {
    const transaction = await producer.transaction();
    const messages = [{ key: String(sent), value: randomBytes(BYTES), partition: 0 }];
    await transaction.send({ topic, acks: -1, messages });
    // aborts every third transaction
    await (sent % 3 === 2 ? transaction.abort() : transaction.commit());
  }
  await producer.disconnect();
}

async function deleteBefore(offset: number): Promise<void> {
  const admin = client.admin();
  await admin.connect();
  // kafkajs knows the leaders only of topics that an earlier call has named
  await admin.fetchTopicOffsets(topic);
  await admin.deleteTopicRecords({ topic, partitions: [{ partition: 0, offset: String(offset) }] });
  await admin.disconnect();
}

it('says that the offset is gone when the log’s start overtakes a reader, and moves nothing by itself', async () => {
  await write();
  const offsets = openStreamOffsets({ kafka: tested }, { topic });
  let session: StreamSession | undefined;
  const reader = openStreamReader(
    { kafka: tested, offsets, log: silentLog, onSession: (given) => (session = given) },
    { topic, groupId, sessionTimeoutMs: 30_000 },
  );
  closes.push(offsets.close, reader.close);
  await until(() => session !== undefined);
  if (!session) throw new Error('no session');
  const reading = session;
  await reading.messagesFrom(0);
  await until(() => reading.holdsPlenty());
  await reading.commit(2, 'plan');
  // the session pauses when its buffer is full, and reading stops there
  let reached = -1;
  await until(async () => {
    const before = reached;
    reached = reading.reached() ?? 0;
    await new Promise((resolve) => setTimeout(resolve, 500));
    return reached === before && reached > 0;
  });
  const { committed } = await readTopic(kafka.brokers[0] ?? '', topic, { hasValues: false });
  const start = committed.at(-LEFT)?.offset ?? 0;
  expect(reached).toBeLessThan(start);
  await deleteBefore(start);

  const held = (await reading.messagesFrom(0)).map(({ offset }) => offset);
  expect(held).toEqual(committed.filter(({ offset }) => offset < reached).map(({ offset }) => offset));
  reading.passed(reached);
  // the refusal comes from the session of the current consumer
  const refusal = async () => {
    const isTold = await session?.messagesFrom(reached).then(
      (messages) => expect(messages).toEqual([]),
      (error: unknown) => String(error).includes('is not in the topic'),
    );
    return isTold ?? false;
  };
  await until(refusal);
  expect((await offsets.committed(groupId)).get(0)).toMatchObject({ offset: 2, metadata: 'plan' });

  const left = (await readTopic(kafka.brokers[0] ?? '', topic)).committed;
  expect(left).toHaveLength(LEFT);
  const read = async () => {
    const messages = (await session?.messagesFrom(start)) ?? [];
    return messages.map(({ offset, value }) => [offset, value]);
  };
  await until(async () => (await read()).length === LEFT);
  expect(await read()).toEqual(left.map(({ offset, value }) => [offset, value]));
});
