// The stores of the API's process: PostgreSQL, ClickHouse, and Redis for the link cache, the live counts and the
// limits. Opens connections in the background; an absent store is no reason not to start.

import { isClickSchemaCurrent, openClickHouses, readShardMark, type ClickHouse } from '@kurz/click-tables';
import { makeSchemaCheck, openDatabase, type DatabaseOptions } from '@kurz/database';
import { makeClusterLinkCache, makeRedisLinkCache } from '@kurz/link-cache';
import { makeRedisLiveClicks } from '@kurz/live-clicks';
import type { Clock, Closing, HealthCheck, Log, Metrics } from '@kurz/process';
import { isRedisCluster, openRedisStore } from '@kurz/redis';
import { makeClickSchemaCheck } from './analytics/make-click-schema-check';
import { makeFreshReads } from './replica/read-fresh';
import type { ApiDeps } from './server/api-deps';
import type { ProcessSettings } from './settings';

export type ApiStores = Pick<
  ApiDeps,
  'db' | 'readFresh' | 'clickHouses' | 'linkCache' | 'liveClicks' | 'redis'
> & {
  checks: Readonly<Record<string, HealthCheck>>;
};

/** A request of the API can wait longer than a redirect, and reads more at once. */
const COMMAND_TIMEOUT_MS = 250;

/**
 * Whether each shard has the current tables and is the one that its place says. A shard that is away does not count as
 * outdated: throws when none is seen to be wrong and one is away.
 */
async function areCurrent(shards: readonly ClickHouse[]): Promise<boolean> {
  const isInPlace = async (shard: ClickHouse, number: number) =>
    shards.length === 1 || (await readShardMark(shard)) === number;
  const seen = await Promise.allSettled(
    shards.map(async (shard, number) => (await isClickSchemaCurrent(shard)) && isInPlace(shard, number)),
  );
  if (seen.some((one) => one.status === 'fulfilled' && !one.value)) return false;
  const away = seen.find((one) => one.status === 'rejected');
  if (away) throw away.reason;
  return true;
}

export function openApiStores(
  deps: { log: Log; clock: Clock; metrics: Metrics; closing: Closing },
  settings: Pick<ProcessSettings, 'postgres' | 'replica' | 'redisUrl' | 'clickHouses'>,
): ApiStores {
  const { log, clock, closing } = deps;
  let isClosing = false;
  const open = (name: string, options: DatabaseOptions) => {
    const opened = openDatabase({
      ...options,
      onError: (error) => {
        if (!isClosing) log.warn({ event: 'postgres_connection_lost', server: name, error: error.message });
      },
    });
    closing.add(name, () => {
      isClosing = true;
      return opened.close();
    });
    return opened;
  };
  const database = open('database', settings.postgres);
  const replica = settings.replica && open('replica', settings.replica).db;
  const fresh = replica && makeFreshReads({ ...deps, primary: database.db, replica });
  if (fresh) closing.add('fresh reads', fresh.close);
  const clickHouses = openClickHouses(settings.clickHouses);
  for (const shard of clickHouses) closing.add('clickhouse', shard.close);
  const redis = openRedisStore(
    settings.redisUrl,
    { log, name: 'api' },
    { commandTimeoutMs: COMMAND_TIMEOUT_MS },
  );
  closing.add('redis', () => redis.disconnect());
  // a store that only counts requests must not hold them up
  const limits = openRedisStore(settings.redisUrl, { log, name: 'api-limits' });
  closing.add('redis limits', () => limits.disconnect());
  const linkCache = isRedisCluster(redis)
    ? makeClusterLinkCache({ cluster: redis, log, clock })
    : makeRedisLinkCache({ redis, log, clock });
  closing.add('link_cache', linkCache.close);
  const liveClicks = makeRedisLiveClicks({ redis, clock });
  closing.add('live clicks', liveClicks.close);
  return {
    db: database.db,
    readFresh: fresh?.readFresh,
    clickHouses,
    linkCache,
    liveClicks,
    redis: limits,
    checks: {
      schema: makeSchemaCheck({ pool: database.pool, log }),
      clickSchema: makeClickSchemaCheck({ isCurrent: () => areCurrent(clickHouses), log }),
    },
  };
}
