// `kurz migrate` makes the services' users on every node of a Redis Cluster: each replica may be a primary tomorrow.

import { startClickHouse, startPostgres, startRedisCluster } from '@kurz/backends';
import { makeClosing } from '@kurz/process';
import { Redis } from 'ioredis';
import { urlOfPostgres } from './service-process';
import { spawnBuilt } from './start-standalone';

const closing = makeClosing();
afterAll(() => closing.close());

test('migrate makes the users on every node, primaries and replicas', async () => {
  const [postgres, clickHouse, cluster] = await Promise.all([
    closing.keep('postgres', startPostgres()),
    closing.keep('clickhouse', startClickHouse()),
    closing.keep('redis', startRedisCluster()),
  ]);
  const [username, password] = ['flow_api', 'of-the-api'];
  const { finished } = spawnBuilt('admin command of the image', ['migrate', '--json'], {
    KURZ_POSTGRES_URL: urlOfPostgres(postgres.options),
    KURZ_CLICKHOUSE_URL: clickHouse.options.url,
    KURZ_REDIS_URL: cluster.url,
    KURZ_API_REDIS_URL: cluster.url.replace('://', `://${username}:${password}@`),
  });
  const { code, stdout, stderr } = await finished;
  expect([code, stderr]).toEqual([0, expect.not.stringContaining('redis_users_not_kept')]);
  expect(JSON.parse(stdout)).toMatchObject({ users: [`redis api: ${username}`] });
  for (const { url } of cluster.nodes) {
    const own = new Redis(url, { username, password, lazyConnect: true, retryStrategy: () => null });
    await expect(own.connect()).resolves.toBeUndefined();
    await expect(own.cluster('SLOTS')).resolves.toHaveLength(3);
    own.disconnect();
  }
});
