// What Kafka says of the topic's partitions and of the groups' committed offsets, for any process and any partition.
// Nothing is connected before the first question, and a connection that failed is not used again.

import type { Kafka } from 'kafkajs';
import { makeAdminQuestions } from '../kafka/admin-questions';
import { fetchStableOffsets } from '../kafka/fetch-stable-offsets';

/** Offset of the oldest record kept, and the one after the newest. */
export type OffsetRange = { begin: number; end: number };
export type CommittedOffset = { offset: number; metadata: string };

export type StreamOffsets = {
  /** Of every partition. */
  ranges: () => Promise<ReadonlyMap<number, OffsetRange>>;
  /** Of the partitions where the group has committed; waits while a transaction is about to change them. */
  committed: (groupId: string) => Promise<ReadonlyMap<number, CommittedOffset>>;
  close: () => Promise<void>;
};

export function openStreamOffsets(deps: { kafka: Kafka }, config: { topic: string }): StreamOffsets {
  const { topic } = config;
  const { ask, close } = makeAdminQuestions(deps.kafka);

  return {
    ranges: async () => {
      const found = await ask((admin) => admin.fetchTopicOffsets(topic));
      return new Map(
        found.map(({ partition, low, high }) => [partition, { begin: Number(low), end: Number(high) }]),
      );
    },
    committed: async (groupId) => {
      const found = await ask((admin) => fetchStableOffsets(admin, groupId, topic));
      const committed = new Map<number, CommittedOffset>();
      for (const { partition, offset, metadata } of found.flatMap(({ partitions }) => partitions)) {
        if (Number(offset) >= 0)
          committed.set(partition, { offset: Number(offset), metadata: metadata ?? '' });
      }
      return committed;
    },
    close,
  };
}
