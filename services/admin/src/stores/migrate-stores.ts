// Migrates PostgreSQL and ClickHouse, for `kurz migrate`. One PostgreSQL lock serializes both, because ClickHouse has
// none.

import { once } from 'node:events';
import { isStoreAway } from '@kurz/api';
import {
  markShard,
  migrateClickTables,
  openClickHouses,
  type ClickHouse,
  type ClickHouseOptions,
  type OneOrMore,
} from '@kurz/click-tables';
import {
  migrateDatabase,
  openDatabase,
  findShardCount,
  isSchemaNewer,
  recordShardCount,
  type Database,
  type DatabaseOptions,
  type Db,
} from '@kurz/database';
import { errorCodeOf, type Log } from '@kurz/process';
import { InfrastructureError } from '@kurz/resilience';
import { clusterOf, openRedis, openRedisCluster, replicaUrls } from '@kurz/redis';
import { ADMIN_DATABASE_OPTIONS } from '../connection/admin-connection';
import { ensureStoreUsers, type StoreUser } from './store-users';

/** ASCII "kurm". migrateDatabase has a lock of its own. */
const LOCK_KEY = 0x6b75726d;

const REDIS_MS = 2_000;

export type Migrated = { postgres: string[]; clickHouse: string[]; users: string[] };

export type MigrationStores = {
  postgres: DatabaseOptions;
  clickHouses: OneOrMore<ClickHouseOptions>;
  redisUrl?: string;
};

type Redis = ReturnType<typeof openRedis>;

const noAnswer = (cause: unknown): never => {
  throw new InfrastructureError('Redis does not answer', true, { cause });
};

/** The addresses of all nodes of the cluster that `url` names; empty when it names no cluster. */
async function nodeUrls(url: string, log: Log): Promise<string[]> {
  const read = clusterOf(url);
  if (read.kind !== 'cluster') return [];
  const cluster = openRedisCluster(url, { log, name: 'migrate' }, { commandTimeoutMs: REDIS_MS });
  try {
    await cluster.ready(REDIS_MS).catch(noAnswer);
    const nodes = [...cluster.primaries().map(({ endpoint }) => endpoint), ...cluster.replicas()];
    return nodes.map(read.address.urlOf);
  } finally {
    cluster.disconnect();
  }
}

/** Connects to all servers; throws when one does not answer. `opened` collects all connections, also when it throws. */
async function connectRedis(url: string, opened: Redis[], log: Log): Promise<void> {
  const connect = async (address: string) => {
    const redis = openRedis(address, { log, name: 'migrate' }, { commandTimeoutMs: REDIS_MS });
    opened.push(redis);
    await once(redis, 'ready', { signal: AbortSignal.timeout(REDIS_MS) }).catch(noAnswer);
    return redis;
  };
  const nodes = await nodeUrls(url, log);
  for (const node of nodes) await connect(node);
  if (nodes.length > 0) return;
  const primary = await connect(url);
  for (const replica of await replicaUrls(primary, url)) await connect(replica);
}

/** @throws ClickHouse's error with the shard's name in front, because a timeout alone names no store. */
async function migrateShard(shard: ClickHouse, number: number, shards: number): Promise<string[]> {
  try {
    return await migrateClickTables(shard);
  } catch (error) {
    const name = shards > 1 ? `ClickHouse, shard ${number + 1}` : 'ClickHouse';
    const reason = error instanceof Error ? error.message : String(error);
    const named = new InfrastructureError(`${name}: ${reason}`, isStoreAway(error), { cause: error });
    throw Object.assign(named, { code: errorCodeOf(error) });
  }
}

/**
 * Records the number of shards; every shard has its tables and its mark by now. Added shards are used only after
 * `shards rebalance`, when all services know them. Before the first workspace nothing is counted, so all are used at
 * once. @throws when PostgreSQL knows more shards.
 */
async function recordShards(db: Db, shards: number): Promise<void> {
  const some = await db.selectFrom('workspaces').select('id').limit(1).executeTakeFirst();
  const outcome = await recordShardCount(db, some ? Math.min(shards, await findShardCount(db)) : shards);
  if (outcome.kind === 'fewer')
    throw new Error(
      `PostgreSQL has recorded ${outcome.known} ClickHouse shards; KURZ_CLICKHOUSE_URLS names ${shards}`,
    );
  if (outcome.kind === 'import_runs')
    throw new InfrastructureError('an import is running, and no shard can be added until it ends', true);
}

/** Waits for another `migrate`, which may take long. The log says so to the operator. */
async function takeLock(holder: Pick<Database['pool'], 'query'>, log: Log): Promise<void> {
  const { rows } = await holder.query<{ is_taken: boolean }>('SELECT pg_try_advisory_lock($1) AS is_taken', [
    LOCK_KEY,
  ]);
  if (rows[0]?.is_taken) return;
  log.warn({ event: 'migrate_waits_for_another' });
  await holder.query('SELECT pg_advisory_lock($1)', [LOCK_KEY]);
}

/** Migrates both to this build's schema and makes the services' users. Returns the names of what was applied. */
export async function migrateStores(
  { postgres, clickHouses, redisUrl }: MigrationStores,
  storeUsers: readonly StoreUser[],
  log: Log,
): Promise<Migrated> {
  const database = openDatabase({ ...postgres, ...ADMIN_DATABASE_OPTIONS });
  const shards = openClickHouses(clickHouses);
  const isRedisAsked = storeUsers.some(({ store }) => store === 'redis');
  const redis: Redis[] = [];
  try {
    if (redisUrl !== undefined && isRedisAsked) await connectRedis(redisUrl, redis, log);
    const holder = await database.pool.connect();
    try {
      await takeLock(holder, log);
      // an installation returns to an earlier release in the same way as it upgrades
      const applied = await migrateDatabase(database.pool, undefined, { newer: 'kept', log });
      const tables = new Set<string>();
      for (const [number, shard] of shards.entries()) {
        for (const name of await migrateShard(shard, number, shards.length)) tables.add(name);
        if (shards.length > 1) await markShard(shard, number);
      }
      // services of the later release still run, and need the rights that the later release granted
      const rights = (await isSchemaNewer(database.pool)) ? 'kept' : 'given';
      const users = await ensureStoreUsers({ database, shards, redis, log }, storeUsers, { rights });
      await recordShards(database.db, shards.length);
      return { postgres: applied, clickHouse: [...tables], users };
    } finally {
      // closing its session releases the lock
      holder.release(true);
    }
  } finally {
    for (const each of redis) each.disconnect();
    for (const shard of shards) await shard.close();
    await database.close();
  }
}
