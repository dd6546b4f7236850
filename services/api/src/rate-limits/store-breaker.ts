// Keeps an absent or silent Redis from costing every request its time-out. The counters of an API share one.
//
// trusted: Redis is asked, for `waitMs` at most. Its first failure leads to
// distrusted: it is not asked; after `pauseMs` one request asks again, the others still do not. Its success leads back.

import type { Clock, Log } from '@kurz/process';

export type StoreBreaker = {
  /** What `ask` gives, or undefined when the store is not to be asked or does not answer. */
  attempt: <T extends object>(ask: () => Promise<T>) => Promise<T | undefined>;
};

export function makeStoreBreaker(
  deps: { clock: Clock; log: Log },
  config: { waitMs: number; pauseMs: number },
): StoreBreaker {
  let isTrusted = true;
  let askAgainAt = 0;

  const failed = (reason: string) => {
    askAgainAt = deps.clock.now() + config.pauseMs;
    if (!isTrusted) return;
    isTrusted = false;
    deps.log.warn({ event: 'rate_limits_in_memory', reason });
  };
  const succeeded = () => {
    if (isTrusted) return;
    isTrusted = true;
    deps.log.info({ event: 'rate_limits_shared' });
  };
  const inTime = async <T>(answer: Promise<T>): Promise<T> => {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      // answers that came while this process was busy are read between the two
      timer = setTimeout(() => {
        setImmediate(() => reject(new Error('Redis did not answer in time')));
      }, config.waitMs);
    });
    try {
      return await Promise.race([answer, late]);
    } finally {
      clearTimeout(timer);
    }
  };

  return {
    attempt: async (ask) => {
      const now = deps.clock.now();
      // a clock that is set back must not end the asking
      const isPause = now < askAgainAt && askAgainAt - now <= config.pauseMs;
      if (!isTrusted) {
        if (isPause) return undefined;
        askAgainAt = now + config.pauseMs;
      }
      try {
        const answer = await inTime(ask());
        succeeded();
        return answer;
      } catch (error) {
        failed(error instanceof Error ? error.message : String(error));
        return undefined;
      }
    },
  };
}
