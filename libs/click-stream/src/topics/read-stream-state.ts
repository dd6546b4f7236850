// The state of the click stream in Kafka, for examining an installation: topics compared with the settings, the
// brokers' own settings, and how far each group has read.

import { silentLog } from '@kurz/process';
import { openStreamClient } from '../client/stream-client';
import type { KafkaOptions } from '../kafka/kafka-options';
import { openStreamAdmin } from '../admin/open-stream-admin';
import type { StreamAdmin } from '../admin/stream-admin';
import { openTopicAdmin } from './open-topic-admin';
import type { PartitionState, TopicAdmin } from './topic-admin';
import { wantedTopics, type TopicSettings, type WantedTopic } from './topic-settings';

export type TopicState = {
  name: string;
  /** Partitions and copies that the settings ask for. */
  wanted: { partitions: number; replication: number };
  /** Undefined when the topic does not exist. */
  partitions: PartitionState[] | undefined;
  /** Settings that `kurz topics` would change. */
  differing: { name: string; wanted: string; found: string }[];
};

export type GroupState = {
  group: string;
  members: number;
  /** Messages that the group has yet to read. */
  lag: number;
  /** The part of `lag` that was written before `lateBefore`. */
  late: number;
  /** The partitions that hold a message and have no committed offset. `begin`: the oldest offset that is kept. */
  uncommitted: { partition: number; begin: number }[];
};

export type StreamState = {
  brokers: number;
  /** Settings of one broker, by name; undefined when this user may not read them. */
  brokerSettings: ReadonlyMap<string, string> | undefined;
  topics: TopicState[];
  /** The requested groups; empty without the topic, and while a partition of it has no leader. */
  groups: GroupState[];
};

async function topicState(admin: TopicAdmin, wanted: WantedTopic, isThere: boolean): Promise<TopicState> {
  const { name, partitions, replication } = wanted;
  const state = { name, wanted: { partitions, replication }, differing: [] };
  if (!isThere) return { ...state, partitions: undefined };
  const found = await admin.settings(name);
  return {
    ...state,
    partitions: await admin.partitions(name),
    differing: [...wanted.config].flatMap(([setting, value]) => {
      const text = found.get(setting) ?? '';
      return text === value ? [] : [{ name: setting, wanted: value, found: text }];
    }),
  };
}

/** Groups to look at. `lateBefore`: ms. */
type AskedGroups = { names: readonly string[]; lateBefore: number };

async function groupStates(
  admin: StreamAdmin,
  topic: string,
  { names, lateBefore }: AskedGroups,
): Promise<GroupState[]> {
  const lateEnds = await admin.offsetsAt(topic, lateBefore);
  const ranges = [...(await admin.ranges(topic))];
  const states: GroupState[] = [];
  for (const group of names) {
    const committed = await admin.committed(group, topic);
    const offsets = new Map(committed.map(({ partition, offset }) => [partition, offset]));
    const behind = ranges.map(([partition, { begin, end }]) => {
      const offset = offsets.get(partition) ?? -1;
      const waitingTo = (to: number) => Math.max(0, to - Math.max(offset, begin));
      const late = waitingTo(Math.min(lateEnds.get(partition) ?? begin, end));
      return { partition, begin, lag: waitingTo(end), late, isUnread: offset < 0 };
    });
    states.push({
      group,
      members: await admin.countMembers(group),
      lag: behind.reduce((sum, { lag }) => sum + lag, 0),
      late: behind.reduce((sum, { late }) => sum + late, 0),
      uncommitted: behind
        .filter(({ lag, isUnread }) => isUnread && lag > 0)
        .map(({ partition, begin }) => ({ partition, begin })),
    });
  }
  return states;
}

async function read(
  { aboutTopics, aboutGroups }: { aboutTopics: TopicAdmin; aboutGroups: StreamAdmin },
  settings: TopicSettings,
  groups: AskedGroups,
): Promise<StreamState> {
  const brokers = await aboutTopics.brokers();
  const there = new Set(await aboutTopics.names());
  const topics: TopicState[] = [];
  for (const wanted of wantedTopics(settings))
    topics.push(await topicState(aboutTopics, wanted, there.has(wanted.name)));
  const partitions = topics.find(({ name }) => name === settings.topic)?.partitions ?? [];
  const isLed = partitions.length > 0 && partitions.every(({ leader }) => leader >= 0);
  return {
    brokers: brokers.length,
    brokerSettings: await aboutTopics.brokerSettings(brokers[0] ?? 0).catch(() => undefined),
    topics,
    groups: isLed ? await groupStates(aboutGroups, settings.topic, groups) : [],
  };
}

/** @throws what Kafka answers: absent, a refused name or password, not allowed. */
export async function readStreamState(
  options: KafkaOptions,
  settings: TopicSettings,
  groups: AskedGroups,
): Promise<StreamState> {
  const client = openStreamClient(options, { log: silentLog });
  const [aboutTopics, aboutGroups] = [openTopicAdmin(client), openStreamAdmin(client)];
  try {
    return await read({ aboutTopics, aboutGroups }, settings, groups);
  } finally {
    await Promise.all([aboutTopics.close(), aboutGroups.close()]);
  }
}
