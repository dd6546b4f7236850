// Counts requests in Redis, for all API processes together. Keys are hashed, as they hold callers' addresses and e-mail
// addresses, which nothing stores.

import { createHmac } from 'node:crypto';
import type { Redis } from 'ioredis';
import { RateLimiterRedis } from 'rate-limiter-flexible';
import { makeLimiterCounter, type RequestCounter } from './request-counter';

/** 128 bits as text. */
const HASH_CHARACTERS = 22;

export type SharedCounterConfig = {
  /** Counters of the same name count together. */
  name: string;
  windowSeconds: number;
  /** Key of the hashes; the same in all processes. */
  secret: string;
};

export function makeSharedCounter(redis: Redis, config: SharedCounterConfig): RequestCounter {
  const limiter = new RateLimiterRedis({
    storeClient: redis,
    keyPrefix: `kurz:rate:${config.name}`,
    points: Number.MAX_SAFE_INTEGER,
    duration: config.windowSeconds,
    rejectIfRedisNotReady: true,
  });
  const counter = makeLimiterCounter(limiter);
  const hashOf = (key: string) =>
    createHmac('sha256', config.secret)
      .update(`rate-limit ${key}`)
      .digest('base64url')
      .slice(0, HASH_CHARACTERS);
  return {
    windowSeconds: config.windowSeconds,
    count: (key, windowSeconds) => counter.count(hashOf(key), windowSeconds),
    look: (key) => counter.look(hashOf(key)),
    uncount: (key) => counter.uncount(hashOf(key)),
    reset: (key) => counter.reset(hashOf(key)),
  };
}
