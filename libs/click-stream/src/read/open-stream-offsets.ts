// Asks Kafka for the topic's offset ranges and the groups' committed offsets, for any process and any partition.
// Nothing is connected before the first request, and a connection that failed is not used again.

import type { StreamClient } from '../client/stream-client';
import { openStreamAdmin } from '../admin/open-stream-admin';
import type { OffsetRange } from '../admin/stream-admin';

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
  const admin = openStreamAdmin(deps.kafka);

  return {
    ranges: () => admin.ranges(topic),
    writtenEnds: () => admin.writtenEnds(topic),
    committed: async (groupId) => {
      const found = await admin.stable(groupId, topic);
      return new Map(
        found
          .filter(({ offset }) => offset >= 0)
          .map(({ partition, offset, metadata }) => [partition, { offset, metadata }]),
      );
    },
    close: admin.close,
  };
}
