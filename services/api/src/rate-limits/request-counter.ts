// Counters of requests: in the memory of this process here, in Redis in shared-counter.ts. Counters only count; the
// limit comes from the plan, with each request.

import { RateLimiterMemory, type RateLimiterAbstract } from 'rate-limiter-flexible';

/** In ms. A request that is refunded after its window's end would allow one too many in the next window. */
export const SURELY_SAME_WINDOW_MS = 1_000;

export type SeenRequests = {
  /** Requests in the key's window. */
  count: number;
  /** Until the window ends. */
  msLeft: number;
};

/** `count` includes this request. */
export type CountedRequest = SeenRequests & {
  /** Takes the request back where it was counted. */
  refund: () => Promise<void>;
};

export type RequestCounter = {
  windowSeconds: number;
  /** A key's window begins with its first request. `windowSeconds`: its length when it begins, up to the counter's. */
  count: (key: string, windowSeconds?: number) => Promise<CountedRequest>;
  /** How many requests of the key's window were counted so far. Counts none. */
  look: (key: string) => Promise<SeenRequests>;
  /** Takes back a request that was counted some time ago. */
  uncount: (key: string) => Promise<void>;
  /** Makes the key's count begin at zero again. */
  reset: (key: string) => Promise<void>;
};

export function makeLimiterCounter(limiter: RateLimiterAbstract): RequestCounter {
  const uncount = async (key: string) => void (await limiter.reward(key));
  return {
    windowSeconds: limiter.duration,
    count: async (key, windowSeconds = limiter.duration) => {
      const customDuration = windowSeconds;
      const { consumedPoints, msBeforeNext } = await limiter.consume(key, 1, { customDuration });
      return { count: consumedPoints, msLeft: msBeforeNext, refund: () => uncount(key) };
    },
    look: async (key) => {
      const seen = await limiter.get(key);
      // NaN when the stored value is not a count
      return { count: seen?.consumedPoints || 0, msLeft: seen?.msBeforeNext ?? 0 };
    },
    uncount,
    reset: async (key) => void (await limiter.delete(key)),
  };
}

/** A key takes some 300 bytes and a timer, and anonymous clients choose keys. */
const MAX_KEYS = 50_000;

/** Counts in this process. Forgets the key that was counted longest ago when there are more than `maxKeys`. */
export function makeMemoryCounter(windowSeconds: number, { maxKeys = MAX_KEYS } = {}): RequestCounter {
  const counter = makeLimiterCounter(
    new RateLimiterMemory({ points: Number.MAX_SAFE_INTEGER, duration: windowSeconds }),
  );
  const counted = new Set<string>();
  const forgetOldest = async () => {
    const [oldest] = counted;
    if (oldest === undefined) return;
    counted.delete(oldest);
    await counter.reset(oldest);
  };
  return {
    ...counter,
    count: async (key, seconds) => {
      counted.delete(key);
      counted.add(key);
      if (counted.size > maxKeys) await forgetOldest();
      return counter.count(key, seconds);
    },
  };
}
