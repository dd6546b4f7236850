// TopicAdmin by @platformatic/kafka.

import { InfrastructureError } from '@kurz/resilience';
import { KafkaRefusal } from '../kafka/kafka-refusal';
import type { Address } from '../platformatic/broker-connection';
import type { Cluster } from '../platformatic/cluster';
import { loadPlatformatic } from '../platformatic/load-platformatic';
import { CHANGE_TIMEOUT_MS, type KafkaSettings, type TopicAdmin } from './topic-admin';
import type { WantedTopic } from './topic-settings';

/** Longer than Kafka may take. */
const CLIENT_TIMEOUT = { withinMs: CHANGE_TIMEOUT_MS + 5_000 };

const entriesOf = (settings: KafkaSettings) => [...settings].map(([name, value]) => ({ name, value }));

async function settingsOf(
  cluster: Cluster,
  broker: Address,
  resource: { type: 'TOPIC' | 'BROKER'; name: string },
): Promise<KafkaSettings> {
  const { ConfigResourceTypes } = await loadPlatformatic();
  const asked = {
    resourceType: ConfigResourceTypes[resource.type],
    resourceName: resource.name,
    configurationKeys: null,
  };
  const { results } = await cluster.at(broker)(
    ({ describeConfigsV4 }) => describeConfigsV4,
    [[asked], false, false],
  );
  const settings = new Map<string, string>();
  for (const { configs } of results)
    for (const { name, value } of configs) if (typeof value === 'string') settings.set(name, value);
  return settings;
}

async function brokerSettings(cluster: Cluster, id: number): Promise<KafkaSettings> {
  const broker = (await cluster.brokers()).get(id);
  if (!broker) throw new InfrastructureError(`broker ${id} is away`, true);
  return settingsOf(cluster, broker, { type: 'BROKER', name: String(id) });
}

async function create(
  cluster: Cluster,
  { name, partitions, replication, config }: WantedTopic,
): Promise<boolean> {
  const topic = {
    name,
    numPartitions: partitions,
    replicationFactor: replication,
    assignments: [],
    configs: entriesOf(config),
  };
  try {
    await cluster.at(await cluster.controller())(
      ({ createTopicsV7 }) => createTopicsV7,
      [[topic], CHANGE_TIMEOUT_MS, false],
      CLIENT_TIMEOUT,
    );
    return true;
  } catch (error) {
    if (error instanceof KafkaRefusal && error.type === 'TOPIC_ALREADY_EXISTS') return false;
    throw error;
  }
}

async function addPartitions(cluster: Cluster, topic: string, count: number): Promise<void> {
  await cluster.at(await cluster.controller())(
    ({ createPartitionsV3 }) => createPartitionsV3,
    [[{ name: topic, count, assignments: null }], CHANGE_TIMEOUT_MS, false],
    CLIENT_TIMEOUT,
  );
}

async function setOfTopic(cluster: Cluster, topic: string, settings: KafkaSettings): Promise<void> {
  const { ConfigResourceTypes, IncrementalAlterConfigOperationTypes } = await loadPlatformatic();
  const configs = entriesOf(settings).map((entry) => ({
    ...entry,
    configOperation: IncrementalAlterConfigOperationTypes.SET,
  }));
  await cluster.at(await cluster.controller())(
    ({ incrementalAlterConfigsV1 }) => incrementalAlterConfigsV1,
    [[{ resourceType: ConfigResourceTypes.TOPIC, resourceName: topic, configs }], false],
    CLIENT_TIMEOUT,
  );
}

/** `close` closes the cluster as well. */
export const platformaticTopics = (cluster: Cluster): TopicAdmin => ({
  brokers: async () => [...(await cluster.brokers()).keys()],
  names: () => cluster.topicNames(),
  partitions: async (topic) => {
    const found = await cluster.partitions(topic);
    return found.map(({ leader, replicas, inSync }) => ({ leader, replicas, inSync }));
  },
  settings: async (topic) => settingsOf(cluster, await cluster.controller(), { type: 'TOPIC', name: topic }),
  brokerSettings: (broker) => brokerSettings(cluster, broker),
  create: (topic) => create(cluster, topic),
  addPartitions: (topic, count) => addPartitions(cluster, topic, count),
  set: (topic, settings) => setOfTopic(cluster, topic, settings),
  close: () => Promise.resolve(cluster.close()),
});
