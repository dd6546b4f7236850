// What this product asks Kafka about topics, and what it changes in them.

import type { WantedTopic } from './topic-settings';

/** `leader`: the broker's id, below 0 when there is none. */
export type PartitionState = { leader: number; replicas: number; inSync: number };

/** Values by name, without secret ones. */
export type KafkaSettings = ReadonlyMap<string, string>;

/**
 * Every function throws a KafkaRefusal when Kafka refuses, under Kafka's own name with either client; otherwise the
 * client's error.
 */
export type TopicAdmin = {
  /** Ids of the running brokers. */
  brokers: () => Promise<number[]>;
  /** All topics that this user may see. */
  names: () => Promise<string[]>;
  partitions: (topic: string) => Promise<PartitionState[]>;
  settings: (topic: string) => Promise<KafkaSettings>;
  brokerSettings: (broker: number) => Promise<KafkaSettings>;
  /** Returns false when there is a topic of that name, which is left unchanged. */
  create: (topic: WantedTopic) => Promise<boolean>;
  /** `count`: the wanted total. */
  addPartitions: (topic: string, count: number) => Promise<void>;
  /** Leaves the topic's other settings unchanged. */
  set: (topic: string, settings: KafkaSettings) => Promise<void>;
  close: () => Promise<void>;
};

/** How long Kafka may take for a change, ms. */
export const CHANGE_TIMEOUT_MS = 15_000;
