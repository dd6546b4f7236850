// Opens one connection to Redis for a service. An absent or silent server costs a command its timeout and no more. The
// connection comes back by itself, however long that takes.

import type { Log } from '@kurz/process';
import type { Redis } from 'ioredis';
import { clusterOf } from './cluster-of';
import { disconnectOnMissedPings } from './disconnect-on-missed-pings';
import { connectAfterEnd, EndlessRedis } from './endless-redis';
import { enforceConnectTimeout } from './enforce-connect-timeout';
import { makeReplicaDetector } from './replica-detector';
import { logOutages } from './log-outages';
import { sentinelsOf, type Sentinels } from './sentinels-of';

export type RedisOptions = {
  /** Longest wait for the reply to one command, ms; default 50, which a redirect can bear. */
  commandTimeoutMs?: number;
  /** Longest wait for a connection, ms; default 1,000. */
  connectTimeoutMs?: number;
  /**
   * How often the server is asked for a sign of life, ms; default 1,000. After three missing replies it connects anew.
   */
  pingMs?: number;
};

const FIRST_RETRY_MS = 20;
const MAX_RETRY_MS = 1_000;

/** Half of it is random, so that a thousand clients of a server that comes back do not connect at once. */
function retryDelayOf(attempt: number): number {
  const ceiling = Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.min(attempt, 10));
  return Math.round(ceiling * (0.5 + Math.random() / 2));
}

/** How each new connection finds the primary. A primary that fails over is left at once. */
const followPrimary = (sentinels: Sentinels, connectTimeoutMs: number) => ({
  ...sentinels,
  connectTimeout: connectTimeoutMs,
  sentinelCommandTimeout: connectTimeoutMs,
  // without it, one round of silent sentinels would end the connection
  sentinelRetryStrategy: retryDelayOf,
  sentinelReconnectStrategy: retryDelayOf,
  failoverDetector: true,
});

/**
 * Connects at once, in the background, and without end; never throws for an absent server. While there is no connection
 * every command is rejected at once; a command is sent once and never again by itself. `disconnect()` ends it.
 * `url`: `redis://user:password@host:port/db`, `rediss://` for TLS, or sentinels as sentinelsOf() reads them.
 * `name` is what logs and CLIENT LIST show. @throws for sentinels that the setting would refuse, and for a cluster.
 */
export function openRedis(url: string, deps: { log: Log; name: string }, options: RedisOptions = {}): Redis {
  const { connectTimeoutMs = 1_000 } = options;
  if (clusterOf(url).kind !== 'none') throw new Error('the address of Redis names a cluster, not a server');
  const read = sentinelsOf(url);
  if (read.kind === 'faulty') throw new Error(`the address of Redis ${read.fault}`);
  const replica = makeReplicaDetector();
  const connection = {
    connectionName: `kurz-${deps.name}`,
    disableClientInfo: true,
    commandTimeout: options.commandTimeoutMs ?? 50,
    // enforce-connect-timeout.ts does it
    connectTimeout: 0,
    // a frozen server never closes its end
    disconnectTimeout: 100,
    maxLoadingRetryTime: 500,
    maxRetriesPerRequest: 0,
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    // a subscriber has to know when it is subscribed again, so it subscribes itself
    autoResubscribe: false,
    retryStrategy: retryDelayOf,
    reconnectOnError: replica.needsReconnect,
  };
  const redis =
    read.kind === 'sentinels'
      ? new EndlessRedis({ ...connection, ...followPrimary(read.sentinels, connectTimeoutMs) })
      : new EndlessRedis(url, connection);
  logOutages(redis, { ...deps, replica });
  connectAfterEnd(redis, () => retryDelayOf(1));
  enforceConnectTimeout(redis, connectTimeoutMs);
  disconnectOnMissedPings(redis, options.pingMs ?? 1_000);
  return redis;
}
