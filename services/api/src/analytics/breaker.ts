// Decides whether a store that failed lately is asked at all. Closed: everybody asks. Open, after some failures in a
// row: nobody asks. Once the pause is over, one asks for all; its success closes, its failure (or silence) opens again.

import type { Clock } from '@kurz/process';

export type Breaker = {
  /** Whether to ask now; who gets true reports how it went. */
  mayAsk: () => boolean;
  succeeded: () => void;
  failed: () => void;
};

export type BreakerConfig = {
  /** Failures in a row that open it. */
  failures: number;
  /** How long nobody asks, ms. */
  pauseMs: number;
};

/** The clock should be a monotonic one: a wall clock that is set back would prolong the pause. */
export function makeBreaker(deps: { clock: Clock }, config: BreakerConfig): Breaker {
  let failures = 0;
  let nextProbe = 0;
  return {
    mayAsk: () => {
      if (failures < config.failures) return true;
      const now = deps.clock.now();
      if (now < nextProbe) return false;
      nextProbe = now + config.pauseMs;
      return true;
    },
    succeeded: () => {
      failures = 0;
    },
    failed: () => {
      failures += 1;
      nextProbe = deps.clock.now() + config.pauseMs;
    },
  };
}
