// Connections to a Redis Cluster: each command goes to the primary that has its key.

import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { startProxy, startRedisCluster, type TestRedisCluster } from '@kurz/backends';
import { silentLog } from '@kurz/process';
import { evenTags, luaScript, openRedisCluster, slotOf, type RedisCluster } from '@kurz/redis';
import { freePort, startNativeRedis } from '@kurz/stack';

const COMMAND_MS = 5_000;

let servers: TestRedisCluster;
let cluster: RedisCluster;
beforeAll(async () => {
  servers = await startRedisCluster();
  cluster = openRedisCluster(servers.url, { log: silentLog, name: 'test' }, { commandTimeoutMs: COMMAND_MS });
  await cluster.ready(COMMAND_MS);
});
afterAll(async () => {
  cluster.disconnect();
  await servers.close();
});

const keys = Array.from({ length: 200 }, (_, number) => `key-${number}`);
const set = (key: string, value: string) => cluster.run(key, (redis) => redis.set(key, value));
const get = (key: string) => cluster.run(key, (redis) => redis.get(key));

test('Slots are those of the servers, with braces and without', async () => {
  const [node] = servers.nodes;
  if (!node) throw new Error('there is no node');
  const names = ['', 'foo', '{user}x', 'x{user}y', '{}x', '{{a}}', 'x{', 'ünï', '{ünï}b', ...evenTags(256)];
  const asked = await servers.ask(node, (redis) =>
    Promise.all(names.map((name) => redis.cluster('KEYSLOT', name))),
  );
  expect(names.map(slotOf)).toEqual(asked.map(Number));
  expect(evenTags(256).map((tag) => slotOf(tag) >> 6)).toEqual(Array.from({ length: 256 }, (_, at) => at));
});

test('Each key is where its slot is, and all primaries are used', async () => {
  for (const key of keys) await set(key, `of ${key}`);
  expect(await Promise.all(keys.map(get))).toEqual(keys.map((key) => `of ${key}`));
  expect(new Set(keys.map((key) => cluster.primaryOf(key)?.endpoint)).size).toBe(3);
});

test('A script runs where its first key is, taught there when that server does not know it', async () => {
  const script = luaScript(`return redis.call('INCR', KEYS[1])`)(cluster);
  expect(await Promise.all(keys.map((key) => script([`count-${key}`], [])))).toEqual(keys.map(() => 1));
});

test('Slots that move are followed, also while they do', async () => {
  for (const key of keys) await set(key, 'before');
  const [from, to] = await servers.primaries();
  if (!from || !to) throw new Error('there are no primaries');
  let isOver = false;
  const seen: (string | null)[] = [];
  const reading = (async () => {
    while (!isOver) seen.push(...(await Promise.all(keys.map(get))));
  })();
  await servers.reshard(from, to, 400);
  isOver = true;
  await reading;
  expect(new Set(seen)).toEqual(new Set(['before']));
  for (const key of keys) await set(key, 'after');
  expect(new Set(await Promise.all(keys.map(get)))).toEqual(new Set(['after']));
});

test('A node that lost all it knew, and is the first to answer, does not hide the cluster', async () => {
  const directory = mkdtempSync(path.join(os.tmpdir(), 'kurz-empty-node-'));
  const [port, busPort] = [await freePort(), await freePort()];
  const settings = { 'cluster-enabled': 'yes', 'cluster-port': String(busPort) };
  const empty = await startNativeRedis(directory, port, { settings });
  const [node] = servers.nodes;
  const far = await startProxy({ host: '127.0.0.1', port: node?.port ?? 0 });
  far.delay(50);
  const url = `redis+cluster://127.0.0.1:${port},127.0.0.1:${far.port}`;
  const late = openRedisCluster(url, { log: silentLog, name: 'test' }, { commandTimeoutMs: COMMAND_MS });
  try {
    await late.ready(COMMAND_MS);
    expect(late.primaries()).toHaveLength(3);
  } finally {
    late.disconnect();
    await far.close();
    await empty.kill();
    rmSync(directory, { recursive: true });
  }
});
