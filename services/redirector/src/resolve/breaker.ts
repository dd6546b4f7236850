// Keeps an absent store from costing every request its timeout.
// States: working (calls go through) → after 3 failures in a row → resting (calls fail at once, one a second goes
// through to see) → the first success → working.
//
// Calls that are under way at the same time fail as one: a process that was held up for longer than a command may take
// finds all of them out of time, and would rest for a second because of one moment.

import type { Clock, Log } from '@kurz/process';
import { within } from './within';

export type Attempt<T> = { kind: 'done'; value: T } | { kind: 'failed' };

export type Breaker = {
  /** Never rejects. */
  attempt: <T>(call: () => Promise<T>) => Promise<Attempt<T>>;
  /** The next call would fail at once. */
  isResting: () => boolean;
};

const FAILURES = 3;
const REST_MS = 1_000;

export function makeBreaker(
  deps: { clock: Clock; log: Log },
  config: { store: string; timeoutMs: number },
): Breaker {
  let failures = 0;
  let countedEver = 0;
  let nextTry = 0;

  const isResting = () => failures >= FAILURES && deps.clock.now() < nextTry;

  const mayTry = () => {
    if (isResting()) return false;
    if (failures >= FAILURES) nextTry = deps.clock.now() + REST_MS;
    return true;
  };

  const worked = () => {
    if (failures >= FAILURES) deps.log.info({ event: 'store_back', store: config.store });
    failures = 0;
  };

  /** `countedBefore`: how many failures had been counted when the call began. */
  const failed = (error: unknown, countedBefore: number) => {
    if (countedBefore !== countedEver) return;
    countedEver++;
    failures++;
    if (failures !== FAILURES) return;
    nextTry = deps.clock.now() + REST_MS;
    const reason = error instanceof Error ? error.message : String(error);
    deps.log.warn({ event: 'store_away', store: config.store, reason });
  };

  return {
    isResting,
    attempt: async (call) => {
      if (!mayTry()) return { kind: 'failed' };
      const countedBefore = countedEver;
      try {
        const value = await within(config.timeoutMs, call());
        worked();
        return { kind: 'done', value };
      } catch (error) {
        failed(error, countedBefore);
        return { kind: 'failed' };
      }
    },
  };
}
