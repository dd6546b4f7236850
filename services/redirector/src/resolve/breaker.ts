// Keeps an absent store from costing every request its timeout.
// States: working (calls go through) → after 3 failures in a row, or one silence → away (calls fail at once; every second
// the store is asked whether it is back) → the first success → working.
//
// Calls that are under way at the same time fail as one: a process that was held up for longer than a command may take
// finds all of them out of time, and would do without the store because of one moment. A silence is the whole timeout
// without an answer to anybody: to wait for it three times over would keep visitors of links that are known waiting for
// nothing. Nor does any visitor wait for the answer to whether it is back: those of one link share a look-up, and all
// visitors of a popular link would wait with the one who asks, again and again.

import { NoAnswerError, within, type Log } from '@kurz/process';

export type Attempt<T> = { kind: 'done'; value: T } | { kind: 'failed' };

export type Breaker = {
  /** Never rejects. */
  attempt: <T>(call: () => Promise<T>) => Promise<Attempt<T>>;
  /** The next call would fail at once. */
  isAway: () => boolean;
  /** No more asking whether the store is back. */
  close: () => void;
};

const FAILURES = 3;
const ASK_MS = 1_000;

/** `ask`: a call that succeeds when the store answers. */
export function makeBreaker(
  { log }: { log: Log },
  config: { store: string; timeoutMs: number; ask: () => Promise<unknown> },
): Breaker {
  let failures = 0;
  let countedEver = 0;
  let workedEver = 0;
  let asking: NodeJS.Timeout | undefined;
  let isClosed = false;

  const isAway = () => asking !== undefined;

  const worked = () => {
    if (isAway()) log.info({ event: 'store_back', store: config.store });
    clearInterval(asking);
    asking = undefined;
    failures = 0;
    workedEver++;
  };

  const ask = async () => {
    try {
      await within(config.timeoutMs, config.ask());
    } catch {
      return;
    }
    worked();
  };

  /** `before`: how many failures had been counted, and how many calls had worked, when the call began. */
  const failed = (error: unknown, before: { counted: number; worked: number }) => {
    const isSilent = error instanceof NoAnswerError && before.worked === workedEver;
    if (!isSilent && before.counted !== countedEver) return;
    countedEver++;
    failures = isSilent ? FAILURES : failures + 1;
    if (isAway() || isClosed || failures < FAILURES) return;
    asking = setInterval(() => void ask(), ASK_MS).unref();
    const reason = error instanceof Error ? error.message : String(error);
    log.warn({ event: 'store_away', store: config.store, reason });
  };

  return {
    isAway,
    attempt: async (call) => {
      if (isAway()) return { kind: 'failed' };
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
    close: () => {
      isClosed = true;
      clearInterval(asking);
    },
  };
}
