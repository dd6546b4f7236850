// The doctor calls a store neither away nor healthy when it refuses a connection, a query or a write.

import { startPostgres, startRedis, type TestPostgres, type TestRedis } from '@kurz/backends';
import { openDatabase, type Database } from '@kurz/database';
import Redis from 'ioredis';
import { Client } from 'pg';
import { examinePostgres } from '../../../services/admin/src/doctor/examine-postgres';
import { examineRedis } from '../../../services/admin/src/doctor/examine-redis';
import { LENIENT_TIMEOUTS } from '../../fixture-database';

const PASSWORD = 'of-a-role';
let postgres: TestPostgres;
let superuser: Database;
let redis: TestRedis;
let operator: Redis;
beforeAll(async () => {
  [postgres, redis] = await Promise.all([startPostgres(), startRedis()]);
  superuser = openDatabase({ ...postgres.options, ...LENIENT_TIMEOUTS });
  operator = new Redis(redis.url);
});
afterAll(async () => {
  operator.disconnect();
  await superuser.close();
  await Promise.all([postgres.close(), redis.close()]);
});

async function findInPostgres(role: string) {
  const own = openDatabase({ ...postgres.options, ...LENIENT_TIMEOUTS, user: role, password: PASSWORD });
  const expected = { isRunning: true, isNetworkPrivate: true, isOwn: false };
  const examined = await examinePostgres(own.db, expected).finally(() => own.close());
  return 'findings' in examined ? examined.findings : [];
}

async function findInRedis(url: string) {
  const examined = await examineRedis(url);
  return 'findings' in examined ? examined.findings : [];
}

test('postgres_rights_missing', async () => {
  await superuser.pool.query(`CREATE ROLE without_rights LOGIN PASSWORD '${PASSWORD}'`);
  const [found, ...more] = await findInPostgres('without_rights');
  expect([found?.code, more]).toEqual(['postgres_rights_missing', []]);
  expect(found?.what).toContain('permission denied for table migrations');
});

test('postgres_connections_refused', async () => {
  await superuser.pool.query(`CREATE ROLE bounded LOGIN PASSWORD '${PASSWORD}' CONNECTION LIMIT 1`);
  const other = new Client({ ...postgres.options, user: 'bounded', password: PASSWORD });
  await other.connect();
  const findings = await findInPostgres('bounded');
  await other.end();
  expect(findings.map(({ code }) => code)).toEqual(['postgres_connections_refused']);
});

test('redis_rights_missing', async () => {
  await operator.call('ACL', 'SETUSER', 'narrow', 'on', `>${PASSWORD}`, '~*', '+@connection', '+info');
  const findings = await findInRedis(redis.url.replace('//', `//narrow:${PASSWORD}@`));
  expect(findings.map(({ code }) => code)).toEqual(['redis_rights_missing']);
});

test('a Redis without a free connection is said to end the connection', async () => {
  const before = await operator.config('GET', 'maxclients');
  await operator.config('SET', 'maxclients', 1);
  const findings = await findInRedis(redis.url);
  await operator.config('SET', 'maxclients', (before as string[])[1] ?? '10000');
  expect(findings.map(({ what }) => what)).toEqual([expect.stringContaining('it closes the connection')]);
});

test('redis_lacks_replicas', async () => {
  expect((await findInRedis(redis.url)).map(({ code }) => code)).not.toContain('redis_lacks_replicas');
  await operator.config('SET', 'min-replicas-to-write', 1);
  await expect(operator.set('any', 'value')).rejects.toThrow('NOREPLICAS');
  expect((await findInRedis(redis.url)).map(({ code }) => code)).toContain('redis_lacks_replicas');
});
