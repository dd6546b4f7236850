// Joins the consumer groups on Kafka, each as a separate member, and leaves them again.

import {
  openStreamReader,
  type StreamClient,
  type StreamOffsets,
  type StreamReader,
} from '@kurz/click-stream';
import type { Log } from '@kurz/process';
import type { RunningSessions } from './consumer/running-sessions';
import { BACKFILL_GROUP, streamGroupOf, type ConsumerName } from './source/consumer-name';

type Deps = {
  kafka: StreamClient;
  offsets: StreamOffsets;
  log: Log;
  groups: Record<ConsumerName | 'backfill', RunningSessions>;
};

export type JoinedGroups = {
  /** Whether this process is a member of each group. */
  hasJoined: () => Record<ConsumerName, boolean>;
  close: () => Promise<void>;
};

/** Joins in the background; a group that cannot be joined now is joined later. */
export function joinGroups(
  { kafka, offsets, log, groups }: Deps,
  { topic, sessionTimeoutMs, isSharded }: { topic: string; sessionTimeoutMs: number; isSharded: boolean },
): JoinedGroups {
  const open = (groupId: string, { onSession }: RunningSessions): StreamReader =>
    openStreamReader({ kafka, offsets, log, onSession }, { topic, groupId, sessionTimeoutMs });
  const join = (consumer: ConsumerName) => open(streamGroupOf(consumer), groups[consumer]);
  const readers = { consolidate: join('consolidate'), hits: join('hits'), live: join('live') };
  const backfill = isSharded ? [open(BACKFILL_GROUP, groups.backfill)] : [];

  return {
    hasJoined: () => ({
      consolidate: readers.consolidate.partitions() !== undefined,
      hits: readers.hits.partitions() !== undefined,
      live: readers.live.partitions() !== undefined,
    }),
    close: async () => {
      await Promise.all([...Object.values(readers), ...backfill].map((reader) => reader.close()));
    },
  };
}
