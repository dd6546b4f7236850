// Counts in Redis, and in the memory of this process while Redis is away: each process then allows as much as all of
// them together do otherwise. What is given back goes to where it was counted, never to the other: rate-limiter-flexible's
// own insurance would take a request that memory has counted from Redis' count.

import type { RequestCounter } from './request-counter';
import type { StoreBreaker } from './store-breaker';

export function makeInsuredCounter(deps: {
  shared: RequestCounter;
  memory: RequestCounter;
  breaker: StoreBreaker;
}): RequestCounter {
  const { shared, memory, breaker } = deps;
  const done = { isDone: true };
  return {
    windowSeconds: shared.windowSeconds,
    count: async (key) => {
      const counted = await breaker.attempt(() => shared.count(key));
      if (!counted) return memory.count(key);
      const giveBack = async () => {
        await breaker.attempt(() => counted.giveBack().then(() => done));
      };
      return { ...counted, giveBack };
    },
    uncount: async (key) => {
      if (!(await breaker.attempt(() => shared.uncount(key).then(() => done)))) await memory.uncount(key);
    },
    reset: async (key) => {
      await breaker.attempt(() => shared.reset(key).then(() => done));
      await memory.reset(key);
    },
  };
}
