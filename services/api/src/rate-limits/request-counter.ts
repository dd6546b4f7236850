// Where requests are counted: the memory of this process here, Redis in shared-counter.ts. Counters only count; how
// many are too many is the plan's to say, with each request.

import { RateLimiterMemory, type RateLimiterAbstract } from 'rate-limiter-flexible';

/** A point that is given back later than its window's end would be one too many in the next. */
export const SURELY_SAME_WINDOW_MS = 1_000;

export type CountedRequest = {
  /** Requests of the key's window, this one included. */
  count: number;
  /** Until the window ends. */
  msLeft: number;
  /** Takes it back where it was counted. */
  giveBack: () => Promise<void>;
};

export type RequestCounter = {
  windowSeconds: number;
  /** A key's window begins with its first request. */
  count: (key: string) => Promise<CountedRequest>;
  /** Takes one back that was counted some time ago. */
  uncount: (key: string) => Promise<void>;
  /** The key begins at none. */
  reset: (key: string) => Promise<void>;
};

export function makeLimiterCounter(limiter: RateLimiterAbstract): RequestCounter {
  const uncount = async (key: string) => void (await limiter.reward(key));
  return {
    windowSeconds: limiter.duration,
    count: async (key) => {
      const { consumedPoints, msBeforeNext } = await limiter.consume(key);
      return { count: consumedPoints, msLeft: msBeforeNext, giveBack: () => uncount(key) };
    },
    uncount,
    reset: async (key) => void (await limiter.delete(key)),
  };
}

export function makeMemoryCounter(windowSeconds: number): RequestCounter {
  return makeLimiterCounter(
    new RateLimiterMemory({ points: Number.MAX_SAFE_INTEGER, duration: windowSeconds }),
  );
}
