// Keeps an absent store from costing every request its timeout.
// States: working (calls go through) → after 3 failures in a row, or one silence → resting (calls fail at once, one a
// second goes through to see) → the first success → working.
//
// Calls that are under way at the same time fail as one: a process that was held up for longer than a command may take
// finds all of them out of time, and would rest for a second because of one moment. A silence is the whole timeout
// without an answer to anybody: to wait for it three times over would keep visitors of links that are known waiting for
// nothing.

import type { Clock, Log } from '@kurz/process';
import { NoAnswerError, within } from './within';

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
  let workedEver = 0;
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
    workedEver++;
  };

  /** `before`: how many failures had been counted, and how many calls had worked, when the call began. */
  const failed = (error: unknown, before: { counted: number; worked: number }) => {
    const isSilent = error instanceof NoAnswerError && before.worked === workedEver;
    if (!isSilent && before.counted !== countedEver) return;
    const wasResting = failures >= FAILURES;
    countedEver++;
    failures = isSilent ? FAILURES : failures + 1;
    if (wasResting || failures < FAILURES) return;
    nextTry = deps.clock.now() + REST_MS;
    const reason = error instanceof Error ? error.message : String(error);
    deps.log.warn({ event: 'store_away', store: config.store, reason });
  };

  return {
    isResting,
    attempt: async (call) => {
      if (!mayTry()) return { kind: 'failed' };
      const before = { counted: countedEver, worked: workedEver };
      try {
        const value = await within(config.timeoutMs, call());
        worked();
        return { kind: 'done', value };
      } catch (error) {
        failed(error, before);
        return { kind: 'failed' };
      }
    },
  };
}
