// Throttles the shipping of a backlog, so that Kafka and the shipping thread leave the cores to the answers.

import { setTimeout as sleep } from 'node:timers/promises';
import { performance } from 'node:perf_hooks';
import type { MonotonicClock } from '@kurz/process';

export type Throttle = {
  /** Resolves when so many may be handed on: at once, while all before them are no more than the pace allows. */
  take: (visits: number) => Promise<void>;
  /** Nobody waits any longer, now or later: what is left is wanted as fast as it goes. */
  release: () => void;
};

/** What was not used is not saved up for longer than this: a pause is not made up for by a burst. */
const MOST_SAVED_MS = 50;

/** For shipping while no visitor is answered. */
export const unpaced: Throttle = { take: () => Promise.resolve(), release: () => undefined };

/** One throttle for all who share it. */
export function makeThrottle(visitsPerSecond: number, clock: MonotonicClock = performance): Throttle {
  const lifted = new AbortController();
  let freeAt = -Infinity;

  return {
    take: async (visits) => {
      const now = clock.now();
      const at = Math.max(freeAt, now - MOST_SAVED_MS);
      freeAt = at + (visits / visitsPerSecond) * 1_000;
      if (at <= now || lifted.signal.aborted) return;
      await sleep(at - now, undefined, { signal: lifted.signal }).catch(() => undefined);
    },
    release: () => lifted.abort(),
  };
}
