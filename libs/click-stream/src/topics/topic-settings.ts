// What the operator's settings say about the topics, and the configuration that follows from it.

import { DAY_MS } from '@kurz/process';

export type TopicSettings = {
  topic: string;
  /** The topic for messages and lines that cannot be read. */
  deadTopic: string;
  partitions: number;
  /** Copies of each message; 3 wherever there are three brokers. */
  replication: number;
  /** How long messages are kept at least, ms; a day more at most. An ingester may be away for at most this long. */
  retentionMs: number;
};

/** Kafka removes whole segments. With few visits the newest would otherwise grow 7 days, and be kept as long again. */
const MAX_SEGMENT_MS = DAY_MS;

/** Dead messages are for a person to inspect; more than this is of no use. */
const DEAD_BYTES = 1024 * 1024 * 1024;

/** An acknowledged visit is on at least this many brokers; one may be away. */
const minInsyncReplicas = (replication: number) => Math.max(1, replication - 1);

function configOf({ replication, retentionMs }: TopicSettings, retentionBytes: number): Map<string, string> {
  return new Map([
    ['cleanup.policy', 'delete'],
    ['retention.ms', String(retentionMs)],
    ['segment.ms', String(Math.min(retentionMs, MAX_SEGMENT_MS))],
    ['retention.bytes', String(retentionBytes)],
    ['min.insync.replicas', String(minInsyncReplicas(replication))],
    ['unclean.leader.election.enable', 'false'],
    // a broker with its own compression setting would otherwise apply it here, and kafkajs reads only gzip
    ['compression.type', 'producer'],
    // by the redirectors' clocks, Kafka would refuse visits of a fast clock, and take visits of a slow clock for old
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
