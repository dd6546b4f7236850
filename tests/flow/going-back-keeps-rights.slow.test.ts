// An installation goes back to an earlier release: its `kurz migrate` runs while later services still answer.

import { startClickHouse, startPostgres, startRedis } from '@kurz/backends';
import { Redis } from 'ioredis';
import { openFixtureDatabase } from '../fixture-database';
import { runServersCommand } from './admin-command';
import { urlOfPostgres } from './service-process';

const user = 'later_redirector';

test('users of the services keep the rights that the later release gave, and take a new password', async () => {
  const [postgres, clickHouse, redis] = await Promise.all([startPostgres(), startClickHouse(), startRedis()]);
  const migrate = async (password: string) => {
    const settings = {
      KURZ_POSTGRES_URL: urlOfPostgres(postgres.options),
      KURZ_REDIS_URL: redis.url,
      KURZ_CLICKHOUSE_URL: clickHouse.options.url,
      KURZ_REDIRECTOR_POSTGRES_URL: urlOfPostgres({ ...postgres.options, user, password }),
      KURZ_REDIRECTOR_REDIS_URL: redis.url.replace('//', `//${user}:${password}@`),
    };
    const { code, stderr } = await runServersCommand(settings, 'migrate');
    if (code !== 0) throw new Error(stderr);
  };
  await migrate('the-first');
  const later = openFixtureDatabase(postgres.options);
  await later.pool.query("INSERT INTO migrations (name) VALUES ('9999-later.sql')");
  await later.pool.query(`CREATE TABLE of_later (); GRANT SELECT ON of_later TO ${user}`);
  const operator = new Redis(redis.url);
  await operator.call('ACL', 'SETUSER', user, '+incrby', '~later:*');

  await migrate('the-second');
  const password = 'the-second';
  const role = openFixtureDatabase({ ...postgres.options, user, password });
  const client = new Redis(redis.url, { username: user, password });
  try {
    await expect(role.pool.query('SELECT FROM of_later')).resolves.toBeDefined();
    await expect(client.incrby('later:count', 1)).resolves.toBe(1);
  } finally {
    client.disconnect();
    operator.disconnect();
    await Promise.all([role.close(), later.close()]);
    await Promise.all([postgres.close(), clickHouse.close(), redis.close()]);
  }
});
