// One Kafka node with the topic of the visits, for the servers that ship them.

import { createRequire } from 'node:module';
import { ensureTopics } from '@kurz/click-stream';
import { prepareBackends } from '../../../tests/prepare-backends.mjs';

const TOPIC = 'kurz.clicks';

export async function startKafka() {
  await prepareBackends();
  const backends = createRequire(import.meta.url)('@kurz/backends');
  const kafka = await backends.startKafka();
  await ensureTopics(
    { brokers: kafka.brokers, clientId: 'bench' },
    { topic: TOPIC, deadTopic: `${TOPIC}.dead`, partitions: 12, replication: 1, retentionMs: 3_600_000 },
  );
  return { broker: kafka.brokers[0], close: kafka.close };
}
