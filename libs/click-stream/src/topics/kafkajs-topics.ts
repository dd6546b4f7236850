// TopicAdmin by kafkajs's admin client.

import {
  ConfigResourceTypes,
  KafkaJSAggregateError,
  KafkaJSProtocolError,
  type Admin,
  type ConfigEntries,
  type Kafka,
} from 'kafkajs';
import { makeAdminClient } from '../kafka/admin-client';
import { KafkaRefusal } from '../kafka/kafka-refusal';
import { CHANGE_TIMEOUT_MS, type KafkaSettings, type TopicAdmin } from './topic-admin';

type Resource = { type: ConfigResourceTypes; name: string };

/** The source of a setting of the topic itself, not inherited from the broker. */
const OF_TOPIC = 1;

const topicResource = (name: string): Resource => ({ type: ConfigResourceTypes.TOPIC, name });
const entriesOf = (settings: KafkaSettings) => [...settings].map(([name, value]) => ({ name, value }));
const settingsOf = (entries: readonly ConfigEntries[]): KafkaSettings =>
  new Map(
    entries
      // may be null, whatever kafkajs's types say
      .filter(({ configValue }) => typeof configValue === 'string')
      .map(({ configName, configValue }) => [configName, configValue]),
  );

/** kafkajs throws "Topic creation errors", which holds Kafka's own errors. */
function refusalIn(error: unknown): KafkaJSProtocolError | undefined {
  const said: unknown = error instanceof KafkaJSAggregateError ? error.errors[0] : error;
  for (let cause = said; cause instanceof Error; cause = cause.cause)
    if (cause instanceof KafkaJSProtocolError) return cause;
  return undefined;
}

function asRefusal(error: unknown): unknown {
  const refusal = refusalIn(error);
  if (!refusal) return error;
  return new KafkaRefusal(refusal.type, refusal.message, refusal.retriable, { cause: error });
}

async function describe(admin: Admin, resource: Resource): Promise<ConfigEntries[]> {
  const { resources } = await admin.describeConfigs({ includeSynonyms: false, resources: [resource] });
  return resources.flatMap(({ configEntries }) => configEntries);
}

/** Kafka removes the settings that this request does not name. */
async function setOfTopic(admin: Admin, topic: string, settings: KafkaSettings): Promise<void> {
  const entries = await describe(admin, topicResource(topic));
  const own = settingsOf(entries.filter(({ configSource }) => Number(configSource) === OF_TOPIC));
  const configEntries = entriesOf(new Map([...own, ...settings]));
  await admin.alterConfigs({
    validateOnly: false,
    resources: [{ ...topicResource(topic), configEntries }],
  });
}

export function kafkajsTopics(kafka: Kafka, { hasRetries }: { hasRetries: boolean }): TopicAdmin {
  const client = makeAdminClient(kafka, { hasRetries });
  const run: typeof client.run = (request) =>
    client.run(request).catch((error: unknown) => {
      throw asRefusal(error);
    });
  const settings = async (resource: Resource) => settingsOf(await run((admin) => describe(admin, resource)));

  return {
    brokers: async () => {
      const { brokers } = await run((admin) => admin.describeCluster());
      return brokers.map(({ nodeId }) => nodeId);
    },
    names: () => run((admin) => admin.listTopics()),
    partitions: async (topic) => {
      const { topics } = await run((admin) => admin.fetchTopicMetadata({ topics: [topic] }));
      return topics
        .flatMap(({ partitions }) => partitions)
        .map(({ leader, replicas, isr }) => ({ leader, replicas: replicas.length, inSync: isr.length }));
    },
    settings: (topic) => settings(topicResource(topic)),
    brokerSettings: (broker) => settings({ type: ConfigResourceTypes.BROKER, name: String(broker) }),
    create: ({ name, partitions, replication, config }) => {
      const topic = {
        topic: name,
        numPartitions: partitions,
        replicationFactor: replication,
        configEntries: entriesOf(config),
      };
      return run((admin) =>
        admin.createTopics({ waitForLeaders: false, timeout: CHANGE_TIMEOUT_MS, topics: [topic] }),
      );
    },
    addPartitions: async (topic, count) => {
      const change = { topicPartitions: [{ topic, count }], timeout: CHANGE_TIMEOUT_MS };
      await run((admin) => admin.createPartitions(change));
    },
    set: (topic, given) => run((admin) => setOfTopic(admin, topic, given)),
    close: client.close,
  };
}
