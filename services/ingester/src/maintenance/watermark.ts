// Finds up to which time the stream is consolidated. A watermark is a time before which everything is in Kafka, and
// where each partition ended after that was known. A process that has consolidated up to those ends holds every visit
// before that time, in whatever order visits of many redirectors came.
//
// The ends count what open transactions have written. Kafka ends a transaction in each partition for itself, so a
// journal's heartbeat may be seen while its lines still lie in a transaction that is open for their partition's
// readers.

import { countUnaccounted } from './unaccounted-journals';
import type { ShippedWatermark } from '../source/kafka/shipped-watermark';
import type { Progress } from '../sinks/postgres/progress';
import type { RunningSessions } from '../consumer/running-sessions';

type Watermark = ShippedWatermark & { ends: ReadonlyMap<number, number>; passedBy: Set<number> };

type Deps = {
  consolidate: Pick<RunningSessions, 'all'>;
  shippedWatermark: () => Promise<ShippedWatermark>;
  /** By partition, open transactions included; asked anew at each call. */
  ends: () => Promise<ReadonlyMap<number, number>>;
  progress: Pick<Progress, 'reached'>;
  /** Called when a partition has passed a watermark. */
  onAccounted: (partition: number, unaccountedJournals: number) => void;
};

/**
 * To be called about every second. A new watermark is made `everyMs` after the previous one, once that is passed. After
 * a failed attempt every call throws until a watermark is made, also between two attempts, because the counts'
 * freshness stands still meanwhile.
 */
export function makeWatermark(deps: Deps, { everyMs }: { everyMs: number }): () => Promise<void> {
  let watermark: Watermark | undefined;
  let readAt = -Infinity;
  let failure: { error: unknown } | undefined;

  const readWatermark = async (): Promise<Watermark> => {
    const shipped = await deps.shippedWatermark();
    return { ...shipped, ends: await deps.ends(), passedBy: new Set() };
  };
  /** Whether the partition has passed the watermark. A partition that is newer than the watermark has. */
  const passes = (
    { session: { partition }, loop, lastOf }: ReturnType<RunningSessions['all']>[number],
    at: Watermark,
  ) => {
    const end = at.ends.get(partition);
    if (end === undefined || at.passedBy.has(partition)) return true;
    const position = loop.position();
    if (position === undefined || position < end) return false;
    at.passedBy.add(partition);
    deps.progress.reached(partition, position, at.until);
    if (lastOf) deps.onAccounted(partition, countUnaccounted(at.journals, { partition, lastOf }));
    return true;
  };

  return async () => {
    const now = performance.now();
    if (!watermark && now - readAt >= everyMs) {
      readAt = now;
      failure = undefined;
      watermark = await readWatermark().catch((error: unknown) => void (failure = { error }));
    }
    if (failure) throw failure.error;
    if (!watermark) return;
    const at = watermark;
    const passed = deps.consolidate.all().map((running) => passes(running, at));
    if (passed.every(Boolean)) watermark = undefined;
  };
}
