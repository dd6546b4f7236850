// Makes the API's request counters: in Redis where the API has one, with the process's memory as insurance; else in
// memory alone.

import { systemClock, type Log } from '@kurz/process';
import type { Redis } from 'ioredis';
import { makeInsuredCounter } from './insured-counter';
import { makeMemoryCounter, type RequestCounter } from './request-counter';
import { makeSharedCounter } from './shared-counter';
import { makeStoreBreaker } from './store-breaker';

/** What a request may wait for Redis, once for each `PAUSE_MS`. */
const WAIT_MS = 80;
const PAUSE_MS = 1_000;

/** Counters of one name count together, in all processes that have the same Redis and secret. */
export type MakeCounter = (name: string, windowSeconds: number) => RequestCounter;

export function makeCounters(
  deps: { redis?: Redis; log: Log },
  config: { secret: string; waitMs?: number },
): MakeCounter {
  const { redis, log } = deps;
  if (!redis) return (_, windowSeconds) => makeMemoryCounter(windowSeconds);
  const clock = systemClock;
  const breaker = makeStoreBreaker({ clock, log }, { waitMs: config.waitMs ?? WAIT_MS, pauseMs: PAUSE_MS });
  return (name, windowSeconds) =>
    makeInsuredCounter({
      shared: makeSharedCounter(redis, { name, windowSeconds, secret: config.secret }),
      memory: makeMemoryCounter(windowSeconds),
      breaker,
      clock,
    });
}
