// The ingester's chore: takes the compactor's next step, and rests when there is nothing to compact.

import { makeCompactor } from './make-compactor';
import type { CompactionDeps } from './compaction';

/** How often the chore should run, ms: a step waits for a minute at most. */
export const COMPACTION_EVERY_MS = 30_000;
/** Looking for days reads a column of every row that was never folded. */
const REST_MS = 3_600_000;

export function makeCompactionChore(deps: CompactionDeps): () => Promise<void> {
  const compact = makeCompactor(deps);
  let restUntil = 0;
  return async () => {
    if (performance.now() < restUntil) return;
    if ((await compact()) === 'nothing') restUntil = performance.now() + REST_MS;
  };
}
