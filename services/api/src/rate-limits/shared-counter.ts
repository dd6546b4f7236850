// Counts requests in Redis, for all API processes together. Keys are hashed, because they hold callers' addresses and
// e-mail addresses, which are never stored.

import { createHmac } from 'node:crypto';
import { runOn, type RedisStore } from '@kurz/redis';
import type { Redis } from 'ioredis';
import { RateLimiterRedis } from 'rate-limiter-flexible';
import { makeLimiterCounter, type RequestCounter } from './request-counter';

/** 128 bits as text. */
const HASH_CHARACTERS = 22;

/**
 * The library's script with one change: a value that is not a count, such as another program's, is overwritten. It
 * would keep the API from counting anything in Redis.
 */
const COUNT = `
redis.call('SET', KEYS[1], 0, 'EX', ARGV[2], 'NX')
local count = redis.pcall('INCRBY', KEYS[1], ARGV[1])
if type(count) == 'table' then
  if not string.find(count.err, 'WRONGTYPE', 1, true) and not string.find(count.err, 'integer', 1, true) then
    return count
  end
  count = math.max(tonumber(ARGV[1]), 0)
  redis.call('SET', KEYS[1], count, 'EX', ARGV[2])
end
local left = redis.call('PTTL', KEYS[1])
if left == -1 then
  redis.call('EXPIRE', KEYS[1], ARGV[2])
  left = 1000 * ARGV[2]
end
return {count, left}`;

export type SharedCounterConfig = {
  /** Counters of the same name count together. */
  name: string;
  windowSeconds: number;
  /** Key of the hashes; the same in all processes. */
  secret: string;
};

export function makeSharedCounter(store: RedisStore, config: SharedCounterConfig): RequestCounter {
  const keyPrefix = `kurz:rate:${config.name}`;
  const counters = new WeakMap<Redis, RequestCounter>();
  const counterAt = (redis: Redis): RequestCounter => {
    const known = counters.get(redis);
    if (known) return known;
    const limiter = new RateLimiterRedis({
      storeClient: redis,
      keyPrefix,
      points: Number.MAX_SAFE_INTEGER,
      duration: config.windowSeconds,
      rejectIfRedisNotReady: true,
      customIncrTtlLuaScript: COUNT,
    });
    const counter = makeLimiterCounter(limiter);
    counters.set(redis, counter);
    return counter;
  };
  const hashOf = (key: string) =>
    createHmac('sha256', config.secret)
      .update(`rate-limit ${key}`)
      .digest('base64url')
      .slice(0, HASH_CHARACTERS);
  /** Runs `ask` on the server that has the key. */
  const on = <T>(key: string, ask: (counter: RequestCounter, hash: string) => Promise<T>): Promise<T> => {
    const hash = hashOf(key);
    return runOn(store, `${keyPrefix}:${hash}`, (redis) => ask(counterAt(redis), hash));
  };
  const uncount = (key: string) => on(key, (counter, hash) => counter.uncount(hash));
  return {
    windowSeconds: config.windowSeconds,
    count: async (key, windowSeconds) => {
      const counted = await on(key, (counter, hash) => counter.count(hash, windowSeconds));
      return { ...counted, refund: () => uncount(key) };
    },
    look: (key) => on(key, (counter, hash) => counter.look(hash)),
    uncount,
    reset: (key) => on(key, (counter, hash) => counter.reset(hash)),
  };
}
