// Asks Kafka for the topic's offset ranges and the groups' committed offsets, for any process and any partition.
// Nothing is connected before the first question, and a connection that failed is not used again.

import type { StreamClient } from '../client/stream-client';
import { openQuestions } from '../questions/open-questions';
import type { OffsetRange } from '../questions/stream-questions';

export type { OffsetRange };
export type CommittedOffset = { offset: number; metadata: string };

export type StreamOffsets = {
  /** The range of every partition, up to the end of what consumers may read: before the oldest open transaction. */
  ranges: () => Promise<ReadonlyMap<number, OffsetRange>>;
  /** Offset after the newest record of every partition, those of open transactions included. */
  writtenEnds: () => Promise<ReadonlyMap<number, number>>;
  /** Offsets of the partitions where the group has committed; waits while an open transaction may change them. */
  committed: (groupId: string) => Promise<ReadonlyMap<number, CommittedOffset>>;
  close: () => Promise<void>;
};

export function openStreamOffsets(deps: { kafka: StreamClient }, config: { topic: string }): StreamOffsets {
  const { topic } = config;
  const questions = openQuestions(deps.kafka);

  return {
    ranges: () => questions.ranges(topic),
    writtenEnds: () => questions.writtenEnds(topic),
    committed: async (groupId) => {
      const found = await questions.stable(groupId, topic);
      return new Map(
        found
          .filter(({ offset }) => offset >= 0)
          .map(({ partition, offset, metadata }) => [partition, { offset, metadata }]),
      );
    },
    close: questions.close,
  };
}
