// The age of each loop of a process: the time since its last successful round, for a gauge with the label `loop`. A
// loop that never began ages too, so that an alert sees it.

import type { Gauge } from 'prom-client';

export type LoopAges<L extends string> = {
  /** A round of this loop has succeeded. */
  done: (loop: L) => void;
  /** To be called at each scrape. */
  report: (gauge: Gauge<'loop'>) => void;
};

/** All loops start at age 0. `now`: ms of a monotonic clock. */
export function makeLoopAges<L extends string>(
  loops: readonly L[],
  now: () => number = () => performance.now(),
): LoopAges<L> {
  const doneAt = new Map(loops.map((loop) => [loop, now()]));
  return {
    done: (loop) => void doneAt.set(loop, now()),
    report: (gauge) => {
      for (const [loop, at] of doneAt) gauge.set({ loop }, (now() - at) / 1_000);
    },
  };
}
