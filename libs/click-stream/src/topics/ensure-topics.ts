// Makes the topics as the settings say. Run again, it changes what is different and nothing else. Partitions are only
// ever added.

import { silentLog, type Log } from '@kurz/process';
import { openStreamClient } from '../client/stream-client';
import type { KafkaOptions } from '../kafka/kafka-options';
import { KafkaRefusal } from '../kafka/kafka-refusal';
import { openTopicQuestions } from './open-topic-questions';
import type { TopicQuestions } from './topic-questions';
import { wantedTopics, type TopicSettings, type WantedTopic } from './topic-settings';
import { untilSettled, waitForLeaders } from './until-settled';

export type TopicChange = {
  topic: string;
  change: 'created' | 'partitions_added' | 'configured' | 'unchanged' | 'more_partitions_than_asked';
};

const create = (questions: TopicQuestions, wanted: WantedTopic): Promise<boolean> =>
  untilSettled(() => questions.create(wanted)).catch((error: unknown) => {
    if (!(error instanceof KafkaRefusal)) throw error;
    throw new Error(`Kafka does not make the topic ${wanted.name}: ${error.message}`, { cause: error });
  });

/** Returns false when another command has added as many meanwhile. */
async function raise(questions: TopicQuestions, { name, partitions }: WantedTopic): Promise<boolean> {
  try {
    await questions.addPartitions(name, partitions);
    return true;
  } catch (error) {
    if (error instanceof KafkaRefusal && error.type === 'INVALID_PARTITIONS') return false;
    throw error;
  }
}

async function addPartitions(questions: TopicQuestions, wanted: WantedTopic): Promise<TopicChange['change']> {
  // another command may have made the topic a moment ago
  await waitForLeaders(questions, wanted.name, 1);
  const there = (await questions.partitions(wanted.name)).length;
  if (there > wanted.partitions) return 'more_partitions_than_asked';
  if (there === wanted.partitions) return 'unchanged';
  const isAdded = await raise(questions, wanted);
  await waitForLeaders(questions, wanted.name, wanted.partitions);
  return isAdded ? 'partitions_added' : 'unchanged';
}

async function configure(questions: TopicQuestions, { name, config }: WantedTopic): Promise<boolean> {
  const found = await questions.settings(name);
  if ([...config].every(([setting, value]) => found.get(setting) === value)) return false;
  await questions.set(name, config);
  return true;
}

async function ensure(questions: TopicQuestions, wanted: WantedTopic): Promise<TopicChange> {
  if (await create(questions, wanted)) {
    await waitForLeaders(questions, wanted.name, wanted.partitions);
    return { topic: wanted.name, change: 'created' };
  }
  const change = await untilSettled(() => addPartitions(questions, wanted));
  const isConfigured = await untilSettled(() => configure(questions, wanted));
  return { topic: wanted.name, change: change === 'unchanged' && isConfigured ? 'configured' : change };
}

/** @throws what Kafka answers: absent, too few brokers for the replication, not allowed. */
export async function ensureTopics(
  options: KafkaOptions,
  settings: TopicSettings,
  deps: { log: Log } = { log: silentLog },
): Promise<TopicChange[]> {
  const questions = openTopicQuestions(openStreamClient(options, deps), { isPatient: true });
  try {
    // an absent Kafka fails here, because the calls that follow are retried for half a minute
    await questions.brokers();
    const changes: TopicChange[] = [];
    for (const wanted of wantedTopics(settings)) changes.push(await ensure(questions, wanted));
    return changes;
  } finally {
    await questions.close();
  }
}
