// What the API's process works with: PostgreSQL, ClickHouse, and Redis for the link cache, the live counts and the
// limits. Opens connections in the background; an absent store is no reason not to start.

import { isClickSchemaCurrent, openClickHouse } from '@kurz/click-tables';
import { makeSchemaCheck, openDatabase } from '@kurz/database';
import { makeRedisLinkCache } from '@kurz/link-cache';
import { makeRedisLiveClicks } from '@kurz/live-clicks';
import type { Clock, Closing, HealthCheck, Log } from '@kurz/process';
import { openRedis } from '@kurz/redis';
import { makeClickSchemaCheck } from './analytics/make-click-schema-check';
import type { ApiDeps } from './server/api-deps';
import type { ProcessSettings } from './settings';

export type ApiStores = Pick<ApiDeps, 'db' | 'clickHouse' | 'linkCache' | 'liveClicks' | 'redis'> & {
  checks: Readonly<Record<string, HealthCheck>>;
};

/** A request of the API can wait longer than a redirect, and reads more at once. */
const COMMAND_TIMEOUT_MS = 250;

export function openApiStores(
  deps: { log: Log; clock: Clock; closing: Closing },
  settings: Pick<ProcessSettings, 'postgres' | 'redisUrl' | 'clickHouse'>,
): ApiStores {
  const { log, clock, closing } = deps;
  let isClosing = false;
  const database = openDatabase({
    ...settings.postgres,
    onError: (error) => {
      if (!isClosing) log.warn({ event: 'postgres_connection_lost', error: error.message });
    },
  });
  closing.add('database', () => {
    isClosing = true;
    return database.close();
  });
  const clickHouse = openClickHouse(settings.clickHouse);
  closing.add('clickhouse', clickHouse.close);
  const redis = openRedis(settings.redisUrl, { log, name: 'api' }, { commandTimeoutMs: COMMAND_TIMEOUT_MS });
  closing.add('redis', () => redis.disconnect());
  // what only counts requests must not hold them up
  const limits = openRedis(settings.redisUrl, { log, name: 'api-limits' });
  closing.add('redis limits', () => limits.disconnect());
  const linkCache = makeRedisLinkCache({ redis, log, clock });
  closing.add('link_cache', linkCache.close);
  const liveClicks = makeRedisLiveClicks({ redis, clock });
  closing.add('live clicks', liveClicks.close);
  return {
    db: database.db,
    clickHouse,
    linkCache,
    liveClicks,
    redis: limits,
    checks: {
      schema: makeSchemaCheck({ pool: database.pool, log }),
      clickSchema: makeClickSchemaCheck({ isCurrent: () => isClickSchemaCurrent(clickHouse), log }),
    },
  };
}
