// Warns of a Redis that may evict keys: it could evict a tombstone while a slow fill of its link is in flight.

import type { Log } from '@kurz/process';
import type { Redis } from 'ioredis';

const POLICY = /^maxmemory_policy:(\S+)/m;

/** Looks after every connect; returns a function that stops it. */
export function warnOfEviction(redis: Redis, log: Log): () => void {
  const look = async () => {
    const policy = POLICY.exec(await redis.info('memory'))?.[1];
    if (policy === undefined || policy === 'noeviction') return;
    log.warn({ event: 'redis_may_evict', policy, runbook: 'Redis may evict' });
  };
  // a server that does not answer is looked at after the next connect
  const lookQuietly = () => void look().catch(() => undefined);
  redis.on('ready', lookQuietly);
  if (redis.status === 'ready') lookQuietly();
  return () => void redis.off('ready', lookQuietly);
}
