// The Redis that callers work with: one server, or the primaries of a cluster.

import type { Redis } from 'ioredis';
import type { Endpoint } from './cluster-of';

export type ClusterPrimary = {
  endpoint: Endpoint;
  /** For commands. It answers MOVED for keys of other primaries. */
  redis: Redis;
  /** Runs a command on it; rejects at once while it is silent. */
  attempt: <T>(command: (redis: Redis) => Promise<T>) => Promise<T>;
  /** Opens a further connection, for listening. */
  openListener: (name: string) => Redis;
};

export type RedisCluster = {
  readonly isCluster: true;
  /**
   * Runs a command on the primary that has the key, also when the slot has moved (MOVED), or is moving (ASK). All its
   * keys must be in the key's slot, and ASK covers only its first command. Rejects at once while that primary is away.
   */
  run: <T>(key: string, command: (redis: Redis) => Promise<T>) => Promise<T>;
  /** Undefined while none is known. */
  primaryOf: (key: string) => ClusterPrimary | undefined;
  /** The primaries that have slots, as far as is known. */
  primaries: () => readonly ClusterPrimary[];
  /** Replicas of all primaries. */
  replicas: () => readonly Endpoint[];
  /** Calls `listener` when the primaries change; returns a function that stops it. */
  onChange: (listener: () => void) => () => void;
  /** Asks soon which primary has which slots. */
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
