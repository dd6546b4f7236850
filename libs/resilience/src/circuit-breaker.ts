// A circuit breaker: keeps an absent store from costing each request its timeout.
//
// closed: calls go through. After `failures` failures in a row, or one silence →
// open: calls are not made. Every `probeEveryMs` a probe asks whether the store is back, one probe at a time
// (half-open). Any success, of a probe or of a call from before → closed.
//
// Calls that run at the same time fail as one: all calls of a process that stood still are over their time limit, which
// is no outage. A silence is a whole time limit in which no call succeeded. No request waits for a probe, because
// requests for one key share a call and would all wait. The probe's own timer makes all processes close within one
// interval, also without requests.

import { NoAnswerError } from './time-limit';

/** `open`: the call was not made. */
export type Attempt<T> = { kind: 'done'; value: T } | { kind: 'failed'; error: unknown } | { kind: 'open' };

export type CircuitBreaker = {
  /** The call bounds its own time: a NoAnswerError of it is a silence. Never rejects. */
  attempt: <T>(call: () => Promise<T>, options?: { countsFailure: boolean }) => Promise<Attempt<T>>;
  /** True while calls are not made. */
  isOpen: () => boolean;
  /** Ends the probing. */
  close: () => void;
};

export type CircuitBreakerConfig = {
  /** Its name in the log. */
  store: string;
  /** Failures in a row that open it. */
  failures: number;
  probeEveryMs: number;
  /** Succeeds when the store answers; bounds its own time. */
  probe: () => Promise<unknown>;
};

type BreakerLog = Record<'info' | 'warn', (fields: Record<string, unknown>) => void>;

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

export function makeCircuitBreaker(
  { log }: { log: BreakerLog },
  { store, failures: most, probeEveryMs, probe }: CircuitBreakerConfig,
): CircuitBreaker {
  let failures = 0;
  let countedEver = 0;
  let succeededEver = 0;
  let probing: NodeJS.Timeout | undefined;
  let isProbeUnderWay = false;
  let isEnded = false;

  const isOpen = () => probing !== undefined;

  const succeeded = () => {
    if (isOpen() && !isEnded) log.info({ event: 'store_back', store });
    clearInterval(probing);
    probing = undefined;
    failures = 0;
    succeededEver++;
  };

  const probeNow = async () => {
    if (isProbeUnderWay) return;
    isProbeUnderWay = true;
    try {
      await probe();
      succeeded();
    } catch {
      // still away
    } finally {
      isProbeUnderWay = false;
    }
  };

  /** `before`: the failures counted, and the calls that had succeeded, when the call began. */
  const failed = (error: unknown, before: { counted: number; succeeded: number }) => {
    const isSilent = error instanceof NoAnswerError && before.succeeded === succeededEver;
    if (!isSilent && before.counted !== countedEver) return;
    countedEver++;
    failures = isSilent ? most : failures + 1;
    if (isOpen() || isEnded || failures < most) return;
    probing = setInterval(() => void probeNow(), probeEveryMs).unref();
    log.warn({ event: 'store_away', store, reason: reasonOf(error) });
  };

  return {
    isOpen,
    attempt: async (call, { countsFailure } = { countsFailure: true }) => {
      if (isOpen()) return { kind: 'open' };
      const before = { counted: countedEver, succeeded: succeededEver };
      try {
        const value = await call();
        succeeded();
        return { kind: 'done', value };
      } catch (error) {
        if (countsFailure) failed(error, before);
        return { kind: 'failed', error };
      }
    },
    close: () => {
      isEnded = true;
      clearInterval(probing);
    },
  };
}
