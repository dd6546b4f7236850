// One primary of a cluster: a connection of open-redis.ts, and a circuit breaker that spares commands the wait while it
// is silent.

import { once } from 'node:events';
import { InfrastructureError, makeCircuitBreaker, NoAnswerError, within } from '@kurz/resilience';
import { pingRedis } from './ping-redis';
import type { Endpoint } from './cluster-of';
import { openRedis, type RedisOptions } from './open-redis';
import { COMMAND_TIMED_OUT } from './pause-tolerant-redis';
import type { ClusterPrimary } from './redis-cluster';

const PROBE_MS = 250;

export type RedisDeps = Parameters<typeof openRedis>[1];

export type ClusterNode = ClusterPrimary & {
  /** @throws when it is not connected after `ms`, or cannot be. */
  ready: (ms: number) => Promise<void>;
  disconnect: () => void;
};

/** A retriable error. */
export const away = (what: string) => new InfrastructureError(what, true);

export function openClusterNode(
  endpoint: Endpoint,
  url: string,
  deps: RedisDeps,
  options: RedisOptions,
): ClusterNode {
  const redis = openRedis(url, deps, options);
  const breaker = makeCircuitBreaker(deps, {
    store: `redis ${endpoint}`,
    // only a silence opens it: a server that refuses a command has read it
    failures: Infinity,
    probeEveryMs: PROBE_MS,
    probe: () => pingRedis(redis),
  });
  const answered = async <T>(command: Promise<T>) => {
    try {
      return await command;
    } catch (error) {
      const isSilent = error instanceof Error && error.message === COMMAND_TIMED_OUT;
      throw isSilent ? new NoAnswerError(redis.options.commandTimeout ?? 0) : error;
    }
  };
  return {
    endpoint,
    redis,
    attempt: async (command) => {
      const outcome = await breaker.attempt(() => answered(command(redis)));
      if (outcome.kind === 'open') throw away(`${endpoint} is silent`);
      if (outcome.kind === 'failed') throw outcome.error;
      return outcome.value;
    },
    openListener: (name) => openRedis(url, { ...deps, name }, options),
    ready: async (ms) => {
      if (redis.status !== 'ready') await within(ms, once(redis, 'ready'));
    },
    disconnect: () => {
      breaker.close();
      redis.disconnect();
    },
  };
}
