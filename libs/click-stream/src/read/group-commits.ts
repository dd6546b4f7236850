// The commits of one group member. Kafka must never take one after a newer one of the same partition.

import type { EachBatchPayload } from 'kafkajs';

type Commit = EachBatchPayload['commitOffsetsIfNecessary'];

/** Kafka answers so before it writes a commit. */
const REFUSALS = [
  'GROUP_AUTHORIZATION_FAILED',
  'GROUP_LOAD_IN_PROGRESS',
  'ILLEGAL_GENERATION',
  'OFFSET_METADATA_TOO_LARGE',
  'REBALANCE_IN_PROGRESS',
  'TOPIC_AUTHORIZATION_FAILED',
  'UNKNOWN_MEMBER_ID',
];

const isRefusal = (error: unknown) =>
  error instanceof Error && 'type' in error && REFUSALS.includes(String(error.type));

/**
 * Commits straight to the broker, with the present generation. The client's own `commitOffsets` repeats a failed
 * commit, possibly after the partition moved to another member, and says nothing when it does not run. kafkajs gives
 * access to that call with the first batch; commits wait for it.
 *
 * `onUnknown` is called when Kafka may take a commit later, from a connection that is held up. A newer one of the same
 * generation must not be sent then: the late one would replace it.
 */
export function makeGroupCommits(topic: string, onUnknown: (error: unknown) => void) {
  let commitOfClient: Commit | undefined;
  const waiting = new Set<() => void>();
  const onTheirWay = new Set<Promise<void>>();
  const letWaitingGoOn = () => {
    for (const goOn of waiting) goOn();
    waiting.clear();
  };
  return {
    letWaitingGoOn,
    commitBy: (commit: Commit) => {
      commitOfClient ??= commit;
      letWaitingGoOn();
    },
    commit: async (partition: number, offset: number, metadata: string, lost: AbortSignal) => {
      if (!commitOfClient && !lost.aborted) await new Promise<void>((goOn) => waiting.add(goOn));
      if (!commitOfClient || lost.aborted)
        throw new Error(`partition ${partition} is not this member's any more`);
      const entry = { partition, offset: String(offset), metadata };
      const sent = commitOfClient({ topics: [{ topic, partitions: [entry] }] });
      onTheirWay.add(sent);
      try {
        await sent;
      } catch (error) {
        if (!isRefusal(error)) onUnknown(error);
        throw error;
      } finally {
        onTheirWay.delete(sent);
      }
    },
    /** Resolves when no commit is on its way any more. */
    settled: async () => {
      await Promise.allSettled(onTheirWay);
    },
  };
}
