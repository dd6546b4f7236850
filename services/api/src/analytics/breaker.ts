// Decides whether a store that failed lately is asked at all. Closed: everybody asks. Open, after some failures in a
// row: nobody asks, and a probe looks again and again whether the store is back; its success closes. A probe of its own
// makes all processes close within one interval, whether they are asked or not: were requests the probes, processes
// would close seconds apart, and a client's answers would flip until the last has.

import { settleWithin } from './settle-within';

export type Breaker = {
  /** Whether to ask now; who gets true reports how it went. */
  mayAsk: () => boolean;
  succeeded: () => void;
  failed: () => void;
  /** Ends the probing. */
  close: () => void;
};

export type BreakerConfig = {
  /** Failures in a row that open it. */
  failures: number;
  /** From the end of a probe to the next, ms. */
  probeEveryMs: number;
  /** Longest wait for a probe, ms. */
  probeWaitMs: number;
};

/** `probe` throws while the store is away. */
export function makeBreaker(
  deps: { probe: (signal: AbortSignal) => Promise<unknown> },
  config: BreakerConfig,
): Breaker {
  let failures = 0;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  function probeLater(): void {
    if (isClosed) return;
    timer = setTimeout(() => void probeNow(), config.probeEveryMs).unref();
  }

  async function probeNow(): Promise<void> {
    try {
      await settleWithin(config.probeWaitMs, deps.probe);
      failures = 0;
      timer = undefined;
    } catch {
      probeLater();
    }
  }

  return {
    mayAsk: () => failures < config.failures,
    // an answer to a question from before it opened: the probe closes it
    succeeded: () => {
      if (timer === undefined) failures = 0;
    },
    failed: () => {
      failures += 1;
      if (failures >= config.failures && timer === undefined) probeLater();
    },
    close: () => {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}
