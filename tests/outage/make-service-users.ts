// The stores' users of each service, as `kurz migrate` makes them: a service of an outage test has no more rights than
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

/** Gives the addresses that a service is to be given. */
export async function makeServiceUsers(
  postgres: DatabaseOptions,
  redisUrl: string,
): Promise<(service: ServiceName) => Record<string, string>> {
  const database = openFixtureDatabase(postgres);
  const redis = openRedis(redisUrl, { log: silentLog, name: 'test' }, { commandTimeoutMs: COMMAND_MS });
  try {
    if (redis.status !== 'ready') await once(redis, 'ready');
    for (const service of SERVICES) {
      const user = { user: `kurz_${service}`, password: PASSWORD };
      await ensureServiceRole(database.pool, service, user);
      await ensureRedisUser(redis, service, user);
    }
  } finally {
    redis.disconnect();
    await database.close();
  }
  return (service) => {
    const user = `kurz_${service}`;
    const redisOf = new URL(redisUrl);
    [redisOf.username, redisOf.password] = [user, PASSWORD];
    return {
      KURZ_POSTGRES_URL: urlOfPostgres({ ...postgres, user, password: PASSWORD }),
      KURZ_REDIS_URL: redisOf.href,
    };
  };
}
