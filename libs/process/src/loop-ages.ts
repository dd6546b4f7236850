// How long ago each loop of a process last ended a round well, for a gauge with the label `loop`. A loop that never began
// ages as well: that is what an alert has to see.

import type { Gauge } from 'prom-client';

export type LoopAges<L extends string> = {
  /** A round of this loop has ended well. */
  done: (loop: L) => void;
  /** To be called at each scrape. */
  report: (gauge: Gauge<'loop'>) => void;
};

/** All of them are of age 0 now. `now`: ms on a clock that only goes on. */
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
