// Where requests are counted: the memory of this process, which whoever wires the API hands to the limits. Several API
// processes take a RateLimiterRedis in its place, with this one as its insuranceLimiter for while Redis is away.

import { RateLimiterMemory, type RateLimiterAbstract } from 'rate-limiter-flexible';

export type RequestCounter = RateLimiterAbstract;

/** A key's window begins with its first request. */
export function makeMemoryCounter(windowSeconds: number): RequestCounter {
  // it only counts: how many are too many is the plan's to say, with each request
  return new RateLimiterMemory({ points: Number.MAX_SAFE_INTEGER, duration: windowSeconds });
}
