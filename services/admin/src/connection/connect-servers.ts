// Connects an admin command to the servers of a production installation: to PostgreSQL, and to Redis so that changed
// links take effect at once. Without Redis an API applies the changes within a second.

import { once } from 'node:events';
import {
  makeOutboxRelay,
  makeWriteClickRows,
  readLinkCounts,
  type ReadLinkCounts,
  type WriteClickRows,
} from '@kurz/api';
import {
  makeClickShards,
  openClickHouses,
  type ClickHouseOptions,
  type ClickHouses,
  type ClickShards,
  type OneOrMore,
} from '@kurz/click-tables';
import { findShard, openDatabase, type DatabaseOptions, type Db } from '@kurz/database';
import { makeClusterLinkCache, makeRedisLinkCache } from '@kurz/link-cache';
import { makeClosing, systemClock, type Closing, type Log } from '@kurz/process';
import { isRedisCluster, openRedisStore } from '@kurz/redis';
import type { TopicSettings } from '@kurz/click-stream';
import { ADMIN_DATABASE_OPTIONS, type OpenedConnection, type ServerStream } from './admin-connection';

export type ServerSettings = {
  postgres: DatabaseOptions;
  redisUrl?: string;
  tokenPepper?: string;
  appUrl?: string;
  clickHouses?: OneOrMore<ClickHouseOptions>;
  stream: ServerStream;
  topics: TopicSettings;
};

const COMMAND_TIMEOUT_MS = 2_000;
const REDIS_MS = 3_000;

/** Publishes the waiting changes. A change that Redis does not take stays in link_changes. */
export async function applyThrough(redisUrl: string, db: Db, log: Log): Promise<void> {
  const redis = openRedisStore(redisUrl, { log, name: 'admin' }, { commandTimeoutMs: COMMAND_TIMEOUT_MS });
  const deps = { log, clock: systemClock };
  const linkCache = isRedisCluster(redis)
    ? makeClusterLinkCache({ cluster: redis, ...deps })
    : makeRedisLinkCache({ redis, ...deps });
  try {
    if (isRedisCluster(redis)) await redis.ready(REDIS_MS);
    else await once(redis, 'ready', { signal: AbortSignal.timeout(REDIS_MS) });
    await makeOutboxRelay({ db, linkCache, log, clock: systemClock }).relayAll();
  } catch (error) {
    log.warn({ event: 'changes_left_to_the_api', reason: String(error) });
  } finally {
    await linkCache.close();
    redis.disconnect();
  }
}

export type Counts = { readLinkCounts: ReadLinkCounts; writeClickRows: WriteClickRows };

/** Opens ClickHouse on first use. */
export function countsOf(db: Db, open: () => ClickHouses | Promise<ClickHouses>, closing: Closing): Counts {
  let opened: Promise<ClickShards> | undefined;
  const connect = () =>
    (opened ??= (async () => {
      const shards = await open();
      for (const shard of shards) closing.add('clickhouse', shard.close);
      return makeClickShards(shards, (id) => findShard(db, id));
    })());
  return {
    readLinkCounts: async (page) =>
      readLinkCounts({ db, clickHouse: await (await connect()).of(page.workspaceId) }, page),
    writeClickRows: async (...rows) => makeWriteClickRows({ db, shards: await connect() })(...rows),
  };
}

export function connectServers(settings: ServerSettings, log: Log): OpenedConnection {
  const { postgres, redisUrl, tokenPepper, appUrl, clickHouses, stream, topics } = settings;
  const closing = makeClosing();
  const database = openDatabase({ ...postgres, ...ADMIN_DATABASE_OPTIONS });
  closing.add('database', database.close);
  return {
    db: database.db,
    tokenPepper,
    appUrl: () => Promise.resolve(appUrl),
    stream,
    servers: { redisUrl, kafka: stream.kafka, topics, clickHouses },
    ...(clickHouses && countsOf(database.db, () => openClickHouses(clickHouses), closing)),
    applyChanges: async () => {
      if (redisUrl !== undefined) await applyThrough(redisUrl, database.db, log);
    },
    close: closing.close,
  };
}
