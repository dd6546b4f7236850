// Throttles the shipping of a backlog, so that Kafka and the shipping thread leave the cores to the answers.

import { setTimeout as sleep } from 'node:timers/promises';
import { performance } from 'node:perf_hooks';
import type { MonotonicClock } from '@kurz/process';

export type Throttle = {
  /** Resolves when so many visits may be sent: at once, while earlier visits were within the rate. */
  take: (visits: number) => Promise<void>;
  /** Ends throttling for good: the rest is sent as fast as possible. */
  release: () => void;
};

/** Unused capacity is saved for this long: no burst follows a pause. */
const MAX_SAVED_MS = 50;

/** For shipping while no visitor is answered. */
export const unpaced: Throttle = { take: () => Promise.resolve(), release: () => undefined };

/** One throttle, shared by all its users. */
export function makeThrottle(visitsPerSecond: number, clock: MonotonicClock = performance): Throttle {
  const lifted = new AbortController();
  let freeAt = -Infinity;

  return {
    take: async (visits) => {
      const now = clock.now();
      const at = Math.max(freeAt, now - MAX_SAVED_MS);
      freeAt = at + (visits / visitsPerSecond) * 1_000;
      if (at <= now || lifted.signal.aborted) return;
      await sleep(at - now, undefined, { signal: lifted.signal }).catch(() => undefined);
    },
    release: () => lifted.abort(),
  };
}
