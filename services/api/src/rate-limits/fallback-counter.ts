// Counts in Redis, and always in the memory of this process, which decides alone while Redis is away. Each process then
// allows as much as all of them together otherwise, including what it served before in the same window. For a window
// after that, the higher count decides, as Redis knows nothing of what was served without it. (rate-limiter-flexible's
// insurance starts from zero both times: two processes allowed four times the limit in one window.)

import type { Clock } from '@kurz/process';
import {
  SURELY_SAME_WINDOW_MS,
  type CountedRequest,
  type RequestCounter,
  type SeenRequests,
} from './request-counter';

export function makeFallbackCounter(deps: {
  shared: RequestCounter;
  memory: RequestCounter;
  /** Resolves with Redis's result. Undefined when Redis is not to be asked or does not answer. */
  attempt: <T>(ask: () => Promise<T>) => Promise<T | undefined>;
  clock: Clock;
}): RequestCounter {
  const { shared, memory, attempt, clock } = deps;
  const windowMs = shared.windowSeconds * 1_000;
  let missingUntil = 0;

  /** Whether Redis may lack requests of a window that is not over. A clock that is set back must not prolong that. */
  const isMissingSome = () => {
    const left = missingUntil - clock.now();
    return left > 0 && left <= windowMs;
  };

  const decisiveOf = <T extends SeenRequests>(own: T, common: T): T =>
    isMissingSome() && own.count > common.count ? own : common;

  const inBoth = (own: CountedRequest, common: CountedRequest): CountedRequest => {
    const refund = async () => {
      if (own.msLeft >= SURELY_SAME_WINDOW_MS) await own.refund();
      if (common.msLeft < SURELY_SAME_WINDOW_MS) return;
      await attempt(common.refund);
    };
    const { count, msLeft } = decisiveOf(own, common);
    return { count, msLeft, refund };
  };

  return {
    windowSeconds: shared.windowSeconds,
    count: async (key, windowSeconds) => {
      const own = await memory.count(key, windowSeconds);
      const common = await attempt(() => shared.count(key, windowSeconds));
      if (common) return inBoth(own, common);
      missingUntil = clock.now() + windowMs;
      return own;
    },
    look: async (key) => {
      const own = await memory.look(key);
      const common = await attempt(() => shared.look(key));
      return common ? decisiveOf(own, common) : own;
    },
    uncount: async (key) => {
      await memory.uncount(key);
      await attempt(() => shared.uncount(key));
    },
    reset: async (key) => {
      await memory.reset(key);
      await attempt(() => shared.reset(key));
    },
  };
}
