// Makes the topics as the settings say. Run again, it changes what is different and nothing else. Partitions are only ever
// added.

import { silentLog, type Log } from '@kurz/process';
import { ConfigResourceTypes, KafkaJSAggregateError, type Admin } from 'kafkajs';
import type { KafkaOptions } from '../kafka/kafka-options';
import { openKafka } from '../kafka/open-kafka';
import { wantedTopics, type TopicSettings, type WantedTopic } from './topic-settings';
import { untilSettled, waitForLeaders } from './until-settled';

const messageOf = (error: Error | string) => (typeof error === 'string' ? error : error.message);

/**
 * kafkajs says that there are "Topic creation errors" and keeps beside it what Kafka has said. Gives an error that names
 * each reason and has the given one as its cause; any but kafkajs's aggregate stays as it is.
 */
function withReasons(error: unknown, topic: string): unknown {
  if (!(error instanceof KafkaJSAggregateError)) return error;
  const reasons = error.errors.map(messageOf).join('; ');
  return new Error(`Kafka does not make the topic ${topic}: ${reasons}`, { cause: error });
}

export type TopicChange = {
  topic: string;
  change: 'created' | 'partitions_added' | 'configured' | 'unchanged' | 'more_partitions_than_asked';
};

const TIMEOUT_MS = 15_000;

const entriesOf = (config: Map<string, string>) => [...config].map(([name, value]) => ({ name, value }));

async function create(
  admin: Admin,
  { name, partitions, replication, config }: WantedTopic,
): Promise<boolean> {
  const topic = {
    topic: name,
    numPartitions: partitions,
    replicationFactor: replication,
    configEntries: entriesOf(config),
  };
  return untilSettled(() =>
    admin.createTopics({ waitForLeaders: false, timeout: TIMEOUT_MS, topics: [topic] }),
  ).catch((error: unknown) => {
    throw withReasons(error, name);
  });
}

async function addPartitions(admin: Admin, wanted: WantedTopic): Promise<TopicChange['change']> {
  // another command may have made it a moment ago
  await waitForLeaders(admin, wanted.name, 1);
  const { topics } = await admin.fetchTopicMetadata({ topics: [wanted.name] });
  const there = topics[0]?.partitions.length ?? 0;
  if (there > wanted.partitions) return 'more_partitions_than_asked';
  if (there === wanted.partitions) return 'unchanged';
  await admin.createPartitions({
    topicPartitions: [{ topic: wanted.name, count: wanted.partitions }],
    timeout: TIMEOUT_MS,
  });
  await waitForLeaders(admin, wanted.name, wanted.partitions);
  return 'partitions_added';
}

/** What an operator has set beside ours stays: Kafka would take away what is not named. */
async function configure(admin: Admin, { name, config }: WantedTopic): Promise<boolean> {
  const { resources } = await admin.describeConfigs({
    includeSynonyms: false,
    resources: [{ type: ConfigResourceTypes.TOPIC, name }],
  });
  const entries = resources[0]?.configEntries ?? [];
  const isAsWanted = [...config].every(([key, value]) =>
    entries.some((entry) => entry.configName === key && entry.configValue === value),
  );
  if (isAsWanted) return false;
  // of the topic itself, not inherited from the broker
  const own = entries.filter(({ configSource }) => Number(configSource) === 1);
  const kept = new Map(own.map(({ configName, configValue }) => [configName, configValue]));
  await admin.alterConfigs({
    validateOnly: false,
    resources: [
      { type: ConfigResourceTypes.TOPIC, name, configEntries: entriesOf(new Map([...kept, ...config])) },
    ],
  });
  return true;
}

async function ensure(admin: Admin, wanted: WantedTopic): Promise<TopicChange> {
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
  const admin = openKafka(options, deps).admin();
  await admin.connect();
  try {
    const changes: TopicChange[] = [];
    for (const wanted of wantedTopics(settings)) changes.push(await ensure(admin, wanted));
    return changes;
  } finally {
    await admin.disconnect();
  }
}
