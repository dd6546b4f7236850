// What the operator's settings say about the topics, and the configuration that follows from it.

import { DAY_MS } from '@kurz/process';

export type TopicSettings = {
  topic: string;
  /** Where messages and lines go that cannot be read. */
  deadTopic: string;
  partitions: number;
  /** Copies of each message; 3 wherever there are three brokers. */
  replication: number;
  /** How long the stream is kept at least, ms, and a day more at most; the longest time an ingester may be away. */
  retentionMs: number;
};

/** Kafka removes whole segments. With few visits the newest would else take them for 7 days, and keep them for as long again. */
const LONGEST_SEGMENT_MS = DAY_MS;

/** Dead messages are for a person to inspect; more than this is of no use. */
const DEAD_BYTES = 1024 * 1024 * 1024;

/** An acknowledged visit is on so many brokers; one may be away. */
const minInsyncReplicas = (replication: number) => Math.max(1, replication - 1);

function configOf({ replication, retentionMs }: TopicSettings, retentionBytes: number): Map<string, string> {
  return new Map([
    ['cleanup.policy', 'delete'],
    ['retention.ms', String(retentionMs)],
    ['segment.ms', String(Math.min(retentionMs, LONGEST_SEGMENT_MS))],
    ['retention.bytes', String(retentionBytes)],
    ['min.insync.replicas', String(minInsyncReplicas(replication))],
    ['unclean.leader.election.enable', 'false'],
    // brokers that are set to compress in a way of their own would do it here as well, and kafkajs reads gzip alone
    ['compression.type', 'producer'],
    // by the redirectors' clocks Kafka would refuse visits of one that is ahead, and take those of one behind for old
    ['message.timestamp.type', 'LogAppendTime'],
  ]);
}

export type WantedTopic = {
  name: string;
  partitions: number;
  replication: number;
  config: Map<string, string>;
};

export const wantedTopics = (settings: TopicSettings): WantedTopic[] => [
  {
    name: settings.topic,
    partitions: settings.partitions,
    replication: settings.replication,
    config: configOf(settings, -1),
  },
  {
    name: settings.deadTopic,
    partitions: 1,
    replication: settings.replication,
    config: configOf(settings, DEAD_BYTES),
  },
];
