// Keeps an absent store from costing every request its timeout.
// States: working (calls go through) → after 3 failures in a row → resting (calls fail at once, one a second goes
// through to see) → the first success → working.

import type { Clock, Log } from '@kurz/process';
import { within } from './within';

export type Attempt<T> = { kind: 'done'; value: T } | { kind: 'failed' };

export type Breaker = {
  /** Never rejects. */
  attempt: <T>(call: () => Promise<T>) => Promise<Attempt<T>>;
};

const FAILURES = 3;
const REST_MS = 1_000;

export function makeBreaker(
  deps: { clock: Clock; log: Log },
  config: { store: string; timeoutMs: number },
): Breaker {
  let failures = 0;
  let nextTry = 0;

  const mayTry = () => {
    if (failures < FAILURES) return true;
    const now = deps.clock.now();
    if (now < nextTry) return false;
    nextTry = now + REST_MS;
    return true;
  };

  const worked = () => {
    if (failures >= FAILURES) deps.log.info({ event: 'store_back', store: config.store });
    failures = 0;
  };

  const failed = (error: unknown) => {
    failures++;
    if (failures !== FAILURES) return;
    nextTry = deps.clock.now() + REST_MS;
    const reason = error instanceof Error ? error.message : String(error);
    deps.log.warn({ event: 'store_away', store: config.store, reason });
  };

  return {
    attempt: async (call) => {
      if (!mayTry()) return { kind: 'failed' };
      try {
        const value = await within(config.timeoutMs, call());
        worked();
        return { kind: 'done', value };
      } catch (error) {
        failed(error);
        return { kind: 'failed' };
      }
    },
  };
}
