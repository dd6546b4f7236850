// What the users of Redis work with: one server, or the primaries of a cluster.

import type { Redis } from 'ioredis';
import type { Endpoint } from './cluster-of';

export type ClusterPrimary = {
  endpoint: Endpoint;
  /** For commands; its answers to keys of others are MOVED. */
  redis: Redis;
  /** Runs a command of it, or rejects at once while it is silent. */
  attempt: <T>(command: (redis: Redis) => Promise<T>) => Promise<T>;
  /** Opens a further connection, for listening. */
  openListener: (name: string) => Redis;
};

export type RedisCluster = {
  readonly isCluster: true;
  /**
   * Runs a command on the primary that has the key, also where that has changed (MOVED), or changes just now (ASK). All
   * its keys are of the key's slot, and ASK covers its first command alone. Rejects at once while that primary is away.
   */
  run: <T>(key: string, command: (redis: Redis) => Promise<T>) => Promise<T>;
  /** Undefined while none is known. */
  primaryOf: (key: string) => ClusterPrimary | undefined;
  /** Those that have slots, as far as is known. */
  primaries: () => readonly ClusterPrimary[];
  /** Replicas of all primaries. */
  replicas: () => readonly Endpoint[];
  /** Calls `listener` when other servers are primaries; returns how to stop that. */
  onChange: (listener: () => void) => () => void;
  /** Asks soon who has what. */
  refresh: () => void;
  /** Resolves when each primary is connected. @throws after `ms`. */
  ready: (ms: number) => Promise<void>;
  disconnect: () => void;
};

export type RedisStore = Redis | RedisCluster;

export const isRedisCluster = (store: RedisStore): store is RedisCluster => store.isCluster && 'run' in store;

/** Runs a command on the server that has the key. */
export const runOn = <T>(
  store: RedisStore,
  key: string,
  command: (redis: Redis) => Promise<T>,
): Promise<T> => (isRedisCluster(store) ? store.run(key, command) : command(store));
