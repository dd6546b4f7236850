// The state of the click stream in Kafka, for who examines an installation: topics against the settings, the brokers'
// own settings, and how far each group has read.

import { silentLog } from '@kurz/process';
import { ConfigResourceTypes, type Admin } from 'kafkajs';
import type { KafkaOptions } from '../kafka/kafka-options';
import { openKafka } from '../kafka/open-kafka';
import { untilCoordinated } from '../kafka/until-coordinated';
import { wantedTopics, type TopicSettings, type WantedTopic } from './topic-settings';

export type TopicState = {
  name: string;
  /** Partitions and copies that the settings ask for. */
  wanted: { partitions: number; replication: number };
  /** Undefined: there is no such topic. `leader` is below 0 where there is none. */
  partitions: { leader: number; replicas: number; inSync: number }[] | undefined;
  /** Settings that `kurz topics` would change. */
  differing: { name: string; wanted: string; found: string }[];
};

export type GroupState = {
  group: string;
  members: number;
  /** Messages that it has yet to read. */
  lag: number;
  /** The partitions that hold a message and have no committed offset. `begin`: the oldest offset that is kept. */
  uncommitted: { partition: number; begin: number }[];
};

export type StreamState = {
  brokers: number;
  /** Of one broker, by name; undefined where this user may not read them. */
  brokerSettings: ReadonlyMap<string, string> | undefined;
  topics: TopicState[];
  /** Those asked for; empty without the topic. */
  groups: GroupState[];
};

const RETRY = { retries: 2, initialRetryTime: 50, maxRetryTime: 500 };

async function configOf(
  admin: Admin,
  resource: { type: ConfigResourceTypes; name: string },
): Promise<Map<string, string>> {
  const { resources } = await admin.describeConfigs({ includeSynonyms: false, resources: [resource] });
  const entries = resources.flatMap(({ configEntries }) => configEntries);
  return new Map(entries.map(({ configName, configValue }) => [configName, configValue]));
}

async function topicState(admin: Admin, wanted: WantedTopic, isThere: boolean): Promise<TopicState> {
  const { name, partitions, replication } = wanted;
  const state = { name, wanted: { partitions, replication }, differing: [] };
  if (!isThere) return { ...state, partitions: undefined };
  const { topics } = await admin.fetchTopicMetadata({ topics: [name] });
  const found = await configOf(admin, { type: ConfigResourceTypes.TOPIC, name });
  return {
    ...state,
    partitions: topics
      .flatMap((topic) => topic.partitions)
      .map(({ leader, replicas, isr }) => ({ leader, replicas: replicas.length, inSync: isr.length })),
    differing: [...wanted.config].flatMap(([setting, value]) => {
      const text = found.get(setting) ?? '';
      return text === value ? [] : [{ name: setting, wanted: value, found: text }];
    }),
  };
}

async function groupStates(admin: Admin, topic: string, names: readonly string[]): Promise<GroupState[]> {
  const described = await untilCoordinated(() => admin.describeGroups([...names]));
  const ranges = await admin.fetchTopicOffsets(topic);
  const states: GroupState[] = [];
  for (const group of names) {
    const committed = await untilCoordinated(() => admin.fetchOffsets({ groupId: group, topics: [topic] }));
    const offsets = new Map(
      committed
        .flatMap(({ partitions }) => partitions)
        .map(({ partition, offset }) => [partition, Number(offset)]),
    );
    const behind = ranges.map(({ partition, low, high }) => {
      const offset = offsets.get(partition) ?? -1;
      return {
        partition,
        begin: Number(low),
        lag: Math.max(0, Number(high) - Math.max(offset, Number(low))),
        isUnread: offset < 0,
      };
    });
    states.push({
      group,
      members: described.groups.find(({ groupId }) => groupId === group)?.members.length ?? 0,
      lag: behind.reduce((sum, { lag }) => sum + lag, 0),
      uncommitted: behind.filter(({ lag, isUnread }) => isUnread && lag > 0),
    });
  }
  return states;
}

/** @throws what Kafka answers: absent, a refused name or password, not allowed. */
export async function readStreamState(
  options: KafkaOptions,
  settings: TopicSettings,
  groups: readonly string[],
): Promise<StreamState> {
  const admin = openKafka(options, { log: silentLog }).admin({ retry: RETRY });
  await admin.connect();
  try {
    const { brokers } = await admin.describeCluster();
    const there = new Set(await admin.listTopics());
    const topics: TopicState[] = [];
    for (const wanted of wantedTopics(settings))
      topics.push(await topicState(admin, wanted, there.has(wanted.name)));
    const broker = { type: ConfigResourceTypes.BROKER, name: String(brokers[0]?.nodeId ?? 0) };
    return {
      brokers: brokers.length,
      brokerSettings: await configOf(admin, broker).catch(() => undefined),
      topics,
      groups: there.has(settings.topic) ? await groupStates(admin, settings.topic, groups) : [],
    };
  } finally {
    await admin.disconnect();
  }
}
