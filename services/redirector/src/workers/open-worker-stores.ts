// Opens the stores of a worker: PostgreSQL and the link cache on Redis. Connections are opened in
// the background; an absent store does not keep a worker from starting.

import { makeSchemaCheck, openDatabase, type Db } from '@kurz/database';
import { makeClusterLinkCache, makeRedisLinkCache, type LinkCache } from '@kurz/link-cache';
import type { Clock, Closing, HealthCheck, Log } from '@kurz/process';
import { isRedisCluster, openRedis, openRedisStore } from '@kurz/redis';
import { makeRedisAttempts, type SharedAttempts } from '../password/password-attempts';
import type { ProcessSettings } from '../settings/process-settings';

export type WorkerStores = {
  db: Db;
  linkCache: LinkCache;
  sharedAttempts: SharedAttempts;
  isSchemaCurrent: HealthCheck;
};

/** Longer than any look-up waits, so that a server that accepts no connection counts as one that does not answer. */
const CONNECTION_TIMEOUT_MS = 3_000;

const SUBSCRIBER = 'redirector-subscriber';

export function openWorkerStores(
  deps: { log: Log; clock: Clock; closing: Closing },
  settings: Pick<ProcessSettings, 'postgres' | 'redisUrl'>,
): WorkerStores {
  const { log, closing } = deps;
  let isClosing = false;
  const database = openDatabase({
    ...settings.postgres,
    connectionTimeoutMs: CONNECTION_TIMEOUT_MS,
    onError: (error) => {
      if (!isClosing) log.warn({ event: 'postgres_connection_lost', error: error.message });
    },
  });
  closing.add('database', () => {
    isClosing = true;
    return database.close();
  });
  const redis = openRedisStore(settings.redisUrl, { log, name: 'redirector' });
  closing.add('redis', () => redis.disconnect());
  const openSubscriber = () => {
    const subscriber = openRedis(settings.redisUrl, { log, name: SUBSCRIBER });
    closing.add('redis subscriber', () => subscriber.disconnect());
    return subscriber;
  };
  const linkCache = isRedisCluster(redis)
    ? makeClusterLinkCache({ cluster: redis, listenAs: SUBSCRIBER, log, clock: deps.clock })
    : makeRedisLinkCache({ redis, subscriber: openSubscriber(), log, clock: deps.clock });
  closing.add('link_cache', linkCache.close);
  return {
    db: database.db,
    linkCache,
    sharedAttempts: makeRedisAttempts(redis),
    isSchemaCurrent: makeSchemaCheck({ pool: database.pool, log }),
  };
}
