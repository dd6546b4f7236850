// Makes the API's request counters: in Redis when the API has one, with the process's memory as fallback; otherwise in
// memory alone.

import { systemClock, type Log } from '@kurz/process';
import type { RedisStore } from '@kurz/redis';
import { makeCircuitBreaker, within } from '@kurz/resilience';
import { makeFallbackCounter } from './fallback-counter';
import { makeMemoryCounter, type RequestCounter } from './request-counter';
import { makeSharedCounter } from './shared-counter';

/** Timeout for Redis. The first failure opens the breaker: no request waits until a probe has succeeded. */
const LIMIT_MS = 80;
const PROBE_EVERY_MS = 1_000;
/** The window of the key that probes count. */
const PROBE_SECONDS = 60;

/** Counters of one name count together, in all processes that have the same Redis and secret. */
export type MakeCounter = (name: string, windowSeconds: number) => RequestCounter;

export function makeCounters(
  deps: { redis?: RedisStore; log: Log },
  config: { secret: string },
): { makeCounter: MakeCounter; close: () => void } {
  const { redis, log } = deps;
  if (!redis) {
    return { makeCounter: (_, windowSeconds) => makeMemoryCounter(windowSeconds), close: () => undefined };
  }
  const sharedOf = (name: string, windowSeconds: number) =>
    makeSharedCounter(redis, { name, windowSeconds, secret: config.secret });
  // a real count, because a Redis that takes no writes counts as away
  const probed = sharedOf('probe', PROBE_SECONDS);
  const breaker = makeCircuitBreaker(
    { log },
    {
      store: 'rate-limits',
      failures: 1,
      probeEveryMs: PROBE_EVERY_MS,
      probe: () => within(LIMIT_MS, probed.count('probe')),
    },
  );
  /** Undefined when Redis is not to be asked or does not answer. */
  const attempt = async <T>(ask: () => Promise<T>): Promise<T | undefined> => {
    const answered = await breaker.attempt(() => within(LIMIT_MS, ask()));
    return answered.kind === 'done' ? answered.value : undefined;
  };
  const makeCounter: MakeCounter = (name, windowSeconds) =>
    makeFallbackCounter({
      shared: sharedOf(name, windowSeconds),
      memory: makeMemoryCounter(windowSeconds),
      attempt,
      clock: systemClock,
    });
  return { makeCounter, close: breaker.close };
}
