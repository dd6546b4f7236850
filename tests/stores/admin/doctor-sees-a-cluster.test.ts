// `kurz doctor` tells a Redis Cluster from a single server, and reports when the address names the other kind. Without
// this, the refusals of keys by a cluster node look like an outage.

import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { freePort, openTestRedis, startNativeRedis, type ServerProcess } from '@kurz/backends';
import { Redis } from 'ioredis';
import { until } from '../../until';
import { examineRedis } from '../../../services/admin/src/doctor/examine-redis';

let folder: string;
let node: ServerProcess;
let port: number;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'kurz-test-redis-'));
  port = await freePort();
  const settings = { 'cluster-enabled': 'yes', 'cluster-port': String(await freePort()) };
  node = await startNativeRedis(folder, port, { settings });
});
afterAll(async () => {
  await node.kill();
  await rm(folder, { recursive: true, force: true });
});

async function codesOf(url: string): Promise<string[]> {
  const examined = await examineRedis(url);
  return examined.kind === 'examined' ? examined.findings.map(({ code }) => code) : [];
}

test('a node of a cluster is found behind the address of a server', async () => {
  expect(await codesOf(`redis://127.0.0.1:${port}`)).toContain('redis_is_cluster');
});

test('a server is found behind the address of a cluster', async () => {
  const server = await openTestRedis();
  expect(await codesOf(server.url.replace('redis:', 'redis+cluster:'))).toEqual(['redis_is_no_cluster']);
  await server.close();
});

test('a cluster is examined as one: its slots, its replicas, and each primary', async () => {
  const url = `redis+cluster://127.0.0.1:9,127.0.0.1:${port}`;
  expect(await codesOf(url)).toContain('redis_cluster_not_serving');
  const redis = new Redis(port);
  await redis.call('CLUSTER', 'ADDSLOTSRANGE', 0, 16_383);
  await redis.config('SET', 'maxmemory-policy', 'allkeys-lru');
  await until(async () => String(await redis.cluster('INFO')).includes('cluster_state:ok'));
  redis.disconnect();
  expect(await codesOf(url)).toEqual(
    expect.arrayContaining(['redis_primary_without_replica', 'redis_may_evict', 'redis_directory_missing']),
  );
  expect(await codesOf('redis+cluster://127.0.0.1:9')).toEqual(['redis_unreachable']);
});
