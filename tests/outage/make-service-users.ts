// Makes each service's users in the stores as `kurz migrate` does: a service of an outage test has no more rights than
// one in production.

import { ensureServiceRole, type DatabaseOptions, type ServiceName } from '@kurz/database';
import { silentLog } from '@kurz/process';
import { ensureRedisUser, openRedis } from '@kurz/redis';
import { once } from 'node:events';
import { openFixtureDatabase } from '../fixture-database';
import { urlOfPostgres } from '../flow/service-process';

const SERVICES = ['redirector', 'ingester', 'api'] as const;
const PASSWORD = 'password-of-a-service';
const COMMAND_MS = 60_000;

const userOf = (service: ServiceName) => ({ user: `kurz_${service}`, password: PASSWORD });

async function makeRedisUsers(url: string): Promise<void> {
  const redis = openRedis(url, { log: silentLog, name: 'test' }, { commandTimeoutMs: COMMAND_MS });
  try {
    if (redis.status !== 'ready') await once(redis, 'ready');
    for (const service of SERVICES) await ensureRedisUser(redis, service, userOf(service));
  } finally {
    redis.disconnect();
  }
}

/** Resolves with a function for a service's store settings. `nodes`: all servers of a cluster. */
export async function makeServiceUsers(
  postgres: DatabaseOptions,
  redis: { url: string; nodes?: readonly { url: string }[] },
): Promise<(service: ServiceName) => Record<string, string>> {
  const database = openFixtureDatabase(postgres);
  try {
    for (const service of SERVICES) await ensureServiceRole(database.pool, service, userOf(service));
    for (const { url } of redis.nodes ?? [redis]) await makeRedisUsers(url);
  } finally {
    await database.close();
  }
  return (service) => {
    const { user } = userOf(service);
    return {
      KURZ_POSTGRES_URL: urlOfPostgres({ ...postgres, user, password: PASSWORD }),
      KURZ_REDIS_URL: redis.url.replace('://', `://${user}:${PASSWORD}@`),
    };
  };
}
