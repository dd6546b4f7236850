// The services' users in the stores. `kurz migrate` reads each service's own address, such as KURZ_API_REDIS_URL, and
// makes the user whose name and password the address holds, with that service's rights.

import {
  addressesOf,
  CLICKHOUSE_ADDRESSES,
  ensureClickHouseUser,
  type ClickHouse,
  type ClickHouseServiceName,
} from '@kurz/click-tables';
import { ensureServiceRole, type Database, type ServiceName } from '@kurz/database';
import { credentialsOf, type Log, type SettingsOf, type SettingsProperties } from '@kurz/process';
import { ensureRedisUser, REDIS_URL, type openRedis, type RedisServiceName } from '@kurz/redis';

type Credentials = NonNullable<ReturnType<typeof credentialsOf>>;

export type StoreUser = Credentials &
  (
    | { store: 'postgres'; service: ServiceName }
    | { store: 'redis'; service: RedisServiceName }
    | { store: 'clickhouse'; service: ClickHouseServiceName }
  );

const ADDRESSES = [
  { name: 'KURZ_REDIRECTOR_POSTGRES_URL', store: 'postgres', service: 'redirector' },
  { name: 'KURZ_INGESTER_POSTGRES_URL', store: 'postgres', service: 'ingester' },
  { name: 'KURZ_API_POSTGRES_URL', store: 'postgres', service: 'api' },
  { name: 'KURZ_REDIRECTOR_REDIS_URL', store: 'redis', service: 'redirector' },
  { name: 'KURZ_INGESTER_REDIS_URL', store: 'redis', service: 'ingester' },
  { name: 'KURZ_API_REDIS_URL', store: 'redis', service: 'api' },
  { name: 'KURZ_INGESTER_CLICKHOUSE_URL', store: 'clickhouse', service: 'ingester' },
  { name: 'KURZ_API_CLICKHOUSE_URL', store: 'clickhouse', service: 'api' },
] as const;

const validate = (address: string) =>
  credentialsOf(address) ? [] : ["must be an address with the user's name and password"];

const postgresUrl = { type: 'string', optional: true, pattern: '^postgres(ql)?://', validate } as const;
const redisUrl = { ...REDIS_URL, optional: true, validate } as const;
/** A service has the same user on all shards. */
const clickHouseUrl = {
  ...CLICKHOUSE_ADDRESSES,
  validate: (text: string) => {
    const addresses = addressesOf(text);
    const users = new Set(addresses.map((address) => JSON.stringify(credentialsOf(address))));
    if (users.size > 1) return ["must have the same user's name and password in each address"];
    return addresses.length === 0 ? ['must have an address'] : addresses.flatMap(validate);
  },
} as const;

/** Properties for `readSettings`. */
export const STORE_USER_PROPERTIES = {
  KURZ_REDIRECTOR_POSTGRES_URL: postgresUrl,
  KURZ_INGESTER_POSTGRES_URL: postgresUrl,
  KURZ_API_POSTGRES_URL: postgresUrl,
  KURZ_REDIRECTOR_REDIS_URL: redisUrl,
  KURZ_INGESTER_REDIS_URL: redisUrl,
  KURZ_API_REDIS_URL: redisUrl,
  KURZ_INGESTER_CLICKHOUSE_URL: clickHouseUrl,
  KURZ_API_CLICKHOUSE_URL: clickHouseUrl,
} as const satisfies SettingsProperties;

/** The users that the settings name. An address that is not set makes no user. */
export const storeUsersOf = (variables: SettingsOf<typeof STORE_USER_PROPERTIES>): StoreUser[] =>
  ADDRESSES.flatMap(({ name, ...of }) => {
    const [address = ''] = of.store === 'clickhouse' ? addressesOf(variables[name] ?? '') : [variables[name]];
    const credentials = credentialsOf(address);
    return credentials ? [{ ...of, ...credentials }] : [];
  });

export type StoreUserStores = {
  database: Database;
  /** All have the same users. */
  shards: readonly ClickHouse[];
  /** The primary, and replicas that may become the primary; all nodes of a cluster. */
  redis: readonly ReturnType<typeof openRedis>[];
  log: Log;
};

/**
 * Makes each user or updates its rights to this build's, unless `rights` keeps those of a later release. Returns the
 * users' names. @throws the error of a store that refuses.
 */
export async function ensureStoreUsers(
  { database, shards, redis, log }: StoreUserStores,
  users: readonly StoreUser[],
  options: { rights: 'given' | 'kept' },
): Promise<string[]> {
  let isKept = true;
  for (const user of users) {
    if (user.store === 'postgres') await ensureServiceRole(database.pool, user.service, user, options);
    else if (user.store === 'clickhouse')
      for (const shard of shards) await ensureClickHouseUser(shard, user.service, user, options);
    else if (redis.length === 0) throw new Error('KURZ_REDIS_URL must be set to create the Redis users');
    else {
      for (const server of redis)
        isKept = (await ensureRedisUser(server, user.service, user, options)).isKept && isKept;
    }
  }
  if (!isKept) log.warn({ event: 'redis_users_not_kept' });
  return users.map(({ store, service, user }) => `${store} ${service}: ${user}`);
}
