// The commits of one group member by kafkajs.

import type { EachBatchPayload } from 'kafkajs';
import { makeCommitsOnTheirWay } from './commits-on-their-way';

type Commit = EachBatchPayload['commitOffsetsIfNecessary'];

/**
 * Commits straight to the broker, with the present generation. The client's own `commitOffsets` repeats a failed
 * commit, possibly after the partition moved to another member, and reports nothing when it does not run. kafkajs
 * gives access to the direct call with the first batch; commits wait for that.
 */
export function makeGroupCommits(topic: string, onUnknown: (error: unknown) => void) {
  let commitOfClient: Commit | undefined;
  const waiting = new Set<() => void>();
  const { send, settled } = makeCommitsOnTheirWay(onUnknown);
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
      await send(commitOfClient({ topics: [{ topic, partitions: [entry] }] }));
    },
    settled,
  };
}
