// Makes the topics as the settings say. Run again, it changes what is different and nothing else. Partitions are only
// ever added.

import { silentLog, type Log } from '@kurz/process';
import { openStreamClient } from '../client/stream-client';
import type { KafkaOptions } from '../kafka/kafka-options';
import { KafkaRefusal } from '../kafka/kafka-refusal';
import { openTopicAdmin } from './open-topic-admin';
import type { TopicAdmin } from './topic-admin';
import { wantedTopics, type TopicSettings, type WantedTopic } from './topic-settings';
import { untilSettled, waitForLeaders } from './until-settled';

export type TopicChange = {
  topic: string;
  change: 'created' | 'partitions_added' | 'configured' | 'unchanged' | 'more_partitions_than_asked';
};

const create = (admin: TopicAdmin, wanted: WantedTopic): Promise<boolean> =>
  untilSettled(() => admin.create(wanted)).catch((error: unknown) => {
    if (!(error instanceof KafkaRefusal)) throw error;
    throw new Error(`Kafka does not make the topic ${wanted.name}: ${error.message}`, { cause: error });
  });

/** Returns false when another command has added as many meanwhile. */
async function raise(admin: TopicAdmin, { name, partitions }: WantedTopic): Promise<boolean> {
  try {
    await admin.addPartitions(name, partitions);
    return true;
  } catch (error) {
    if (error instanceof KafkaRefusal && error.type === 'INVALID_PARTITIONS') return false;
    throw error;
  }
}

async function addPartitions(admin: TopicAdmin, wanted: WantedTopic): Promise<TopicChange['change']> {
  // another command may have made the topic a moment ago
  await waitForLeaders(admin, wanted.name, 1);
  const there = (await admin.partitions(wanted.name)).length;
  if (there > wanted.partitions) return 'more_partitions_than_asked';
  if (there === wanted.partitions) return 'unchanged';
  const isAdded = await raise(admin, wanted);
  await waitForLeaders(admin, wanted.name, wanted.partitions);
  return isAdded ? 'partitions_added' : 'unchanged';
}

async function configure(admin: TopicAdmin, { name, config }: WantedTopic): Promise<boolean> {
  const found = await admin.settings(name);
  if ([...config].every(([setting, value]) => found.get(setting) === value)) return false;
  await admin.set(name, config);
  return true;
}

async function ensure(admin: TopicAdmin, wanted: WantedTopic): Promise<TopicChange> {
  if (await create(admin, wanted)) {
    await waitForLeaders(admin, wanted.name, wanted.partitions);
    return { topic: wanted.name, change: 'created' };
  }
  const change = await untilSettled(() => addPartitions(admin, wanted));
  const isConfigured = await untilSettled(() => configure(admin, wanted));
  return { topic: wanted.name, change: change === 'unchanged' && isConfigured ? 'configured' : change };
}

/** @throws what Kafka answers: absent, too few brokers for the replication, not allowed. */
export async function ensureTopics(
  options: KafkaOptions,
  settings: TopicSettings,
  deps: { log: Log } = { log: silentLog },
): Promise<TopicChange[]> {
  const admin = openTopicAdmin(openStreamClient(options, deps), { hasRetries: true });
  try {
    // an absent Kafka fails here, because the calls that follow are retried for half a minute
    await admin.brokers();
    const changes: TopicChange[] = [];
    for (const wanted of wantedTopics(settings)) changes.push(await ensure(admin, wanted));
    return changes;
  } finally {
    await admin.close();
  }
}
