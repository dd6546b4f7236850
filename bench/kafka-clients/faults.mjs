// `node bench/kafka-clients/faults.mjs`, on Node 22.22 or newer: whether the classes of @platformatic/kafka keep the
// click stream's guarantees, on a Kafka of its own. This product uses only the package's protocol; a new version may
// change that.

import { createRequire } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import { ensureTopics, openStreamClient, openStreamOffsets } from '@kurz/click-stream';
import { silentLog } from '@kurz/process';
import { startKafka } from '../redirector/stores/start-kafka.mjs';

const require = createRequire(createRequire(import.meta.url).resolve('@kurz/click-stream'));
const { Consumer, Producer, FetchIsolationLevels } = require('@platformatic/kafka');
const KIB = 1024;
/** How long to read: longer than reading takes. */
const READ_MS = 2_500;
const GROUP = { sessionTimeout: 6_000, rebalanceTimeout: 6_000 };

const { broker, close } = await startKafka();
const base = { clientId: 'faults', bootstrapBrokers: [broker] };
const makeTopic = (topic, partitions = 1) =>
  ensureTopics(
    { brokers: [broker], clientId: 'faults' },
    { topic, deadTopic: 'dead', partitions, replication: 1, retentionMs: 3_600_000 },
  );

async function committed(topic, group) {
  const kafka = openStreamClient({ brokers: [broker], clientId: 'faults' }, { log: silentLog });
  const offsets = openStreamOffsets({ kafka }, { topic });
  const found = [...(await offsets.committed(group))].map(([, each]) => each);
  await offsets.close();
  return found;
}

async function send(producer, topic, texts, end, bytes = 0) {
  const transaction = await producer.beginTransaction();
  for (const text of texts) {
    const value = Buffer.concat([Buffer.from(text), Buffer.alloc(bytes)]);
    await transaction.send({ messages: [{ topic, partition: 0, value }] });
  }
  await transaction[end]();
}

async function readCommitted(topic) {
  const isolationLevel = FetchIsolationLevels.READ_COMMITTED;
  const consumer = new Consumer({ ...base, groupId: `reads-${topic}`, isolationLevel, maxBytes: KIB * KIB });
  const stream = await consumer.consume({ topics: [topic], mode: 'earliest', autocommit: false });
  const texts = [];
  stream.on('data', ({ value }) => texts.push(String(value).replaceAll('\0', '')));
  await sleep(READ_MS);
  await stream.close();
  await consumer.close(true);
  return texts.join();
}

async function join(groupId, topic, heartbeatInterval) {
  const consumer = new Consumer({ ...base, ...GROUP, groupId, heartbeatInterval });
  consumer.topics.track(topic);
  await consumer.joinGroup({});
  return consumer;
}

const CHECKS = {
  'two transactions that a producer aborted in one fetch stay hidden': async (topic) => {
    const producer = new Producer({ ...base, idempotent: true, transactionalId: topic });
    for (const text of ['a', 'b']) await send(producer, topic, [text], 'abort');
    await send(producer, topic, ['committed'], 'commit');
    await producer.close();
    return (await readCommitted(topic)) === 'committed';
  },
  'an aborted transaction stays hidden when its marker comes with a later fetch': async (topic) => {
    const producer = new Producer({ ...base, idempotent: true, transactionalId: topic });
    await send(producer, topic, ['a', 'b', 'c', 'd', 'e', 'f'], 'abort', 300 * KIB);
    await send(producer, topic, ['committed'], 'commit');
    await producer.close();
    return (await readCommitted(topic)) === 'committed';
  },
  'a commit keeps its metadata': async (topic) => {
    const consumer = await join(topic, topic, 500);
    const offset = { topic, partition: 0, offset: 5n, leaderEpoch: 0, metadata: 'intent' };
    await consumer.commit({ offsets: [offset] });
    await consumer.close(true);
    return (await committed(topic, topic))[0]?.metadata === 'intent';
  },
  'a commit of an earlier generation is refused': async (topic) => {
    const late = await join(topic, topic, 5_900);
    const joining = join(topic, topic, 300);
    await sleep(1_000);
    const offsets = [0, 1].map((partition) => ({ topic, partition, offset: 5n, leaderEpoch: 0 }));
    const isRefused = await late.commit({ offsets }).then(
      () => false,
      () => true,
    );
    for (const consumer of [late, await joining]) await consumer.close(true);
    return isRefused && (await committed(topic, topic)).length === 0;
  },
  'two offsets that are added to a transaction at once are both committed': async (topic) => {
    const consumer = await join(topic, topic, 500);
    const { groupId, memberId, generationId, coordinatorId } = consumer;
    const producer = new Producer({ ...base, idempotent: true, transactionalId: topic });
    const transaction = await producer.beginTransaction();
    await transaction.addConsumer(consumer);
    const metadata = { consumer: { groupId, memberId, generationId, coordinatorId } };
    const add = (partition) => transaction.addOffset({ topic, partition, offset: 10n, metadata });
    await Promise.all([add(0), add(1)]);
    await transaction.commit();
    await producer.close();
    await consumer.close(true);
    return (await committed(topic, topic)).length === 2;
  },
};

for (const [number, [claim, holds]] of Object.entries(CHECKS).entries()) {
  const topic = `check-${number}`;
  await makeTopic(topic, 2);
  console.log(`${(await holds(topic)) ? 'holds ' : 'broken'} ${claim}`);
}
await close();
process.exit(0);
