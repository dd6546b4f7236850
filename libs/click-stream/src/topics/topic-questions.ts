// What this product asks of Kafka about topics, and what it changes in them.

import type { WantedTopic } from './topic-settings';

/** `leader`: the broker's id, below 0 where there is none. */
export type PartitionState = { leader: number; replicas: number; inSync: number };

/** Values by name; without those that Kafka keeps secret. */
export type KafkaSettings = ReadonlyMap<string, string>;

/**
 * @throws KafkaRefusal, by Kafka's own name with either client, when Kafka refuses; else what the client throws: every
 * function of it.
 */
export type TopicQuestions = {
  /** Ids of those that run. */
  brokers: () => Promise<number[]>;
  /** Of all topics that this user may see. */
  names: () => Promise<string[]>;
  partitions: (topic: string) => Promise<PartitionState[]>;
  settings: (topic: string) => Promise<KafkaSettings>;
  brokerSettings: (broker: number) => Promise<KafkaSettings>;
  /** Gives false when there is a topic of that name; that one is left unchanged. */
  create: (topic: WantedTopic) => Promise<boolean>;
  /** `count`: how many there are to be in all. */
  addPartitions: (topic: string, count: number) => Promise<void>;
  /** What else an operator has set of the topic is left unchanged. */
  set: (topic: string, settings: KafkaSettings) => Promise<void>;
  close: () => Promise<void>;
};

/** How long Kafka may take for a change, ms. */
export const CHANGE_TIMEOUT_MS = 15_000;
