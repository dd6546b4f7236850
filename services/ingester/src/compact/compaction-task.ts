// Repeats the compactor's steps: takes the next one, rests when there is nothing to compact, and knows how long there
// was something.

import type { CompactionStep } from './make-compactor';

/** How often the task should run, ms: a step waits for a minute at most. */
export const COMPACTION_EVERY_MS = 30_000;
/** Looking for days reads a column of every row that was never compacted. */
const REST_MS = 3_600_000;

export type CompactionTask = {
  /** Throws what the step throws. */
  run: () => Promise<void>;
  /** How long closed days have waited to be compacted, ms; also while the stores cannot be asked. */
  waitingMs: () => number;
};

/** `now`: ms on a monotonic clock. */
export function makeCompactionTask(deps: {
  compact: () => Promise<CompactionStep>;
  now: () => number;
}): CompactionTask {
  const { compact, now } = deps;
  let restUntil = -Infinity;
  let waitingSince: number | undefined;
  return {
    run: async () => {
      if (now() < restUntil) return;
      waitingSince ??= now();
      if ((await compact()) !== 'nothing') return;
      waitingSince = undefined;
      restUntil = now() + REST_MS;
    },
    waitingMs: () => (waitingSince === undefined ? 0 : now() - waitingSince),
  };
}
