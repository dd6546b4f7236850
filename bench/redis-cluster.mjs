// Starts a Redis Cluster for a bench: three primaries without replicas, which keep nothing on the disk.

import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { freePort } from './free-port.mjs';
import { startRedisProcess } from './redis-process.mjs';

const PRIMARIES = 3;
const SLOTS = 16_384;

async function startPrimary(folder, index, pin) {
  const busPort = await freePort();
  const settings = [
    ...['--cluster-enabled', 'yes'],
    ...['--cluster-port', String(busPort)],
    ...['--cluster-config-file', path.join(folder, `node-${index}.conf`)],
    // without a replica there is nothing to wait for
    ...['--cluster-replica-validity-factor', '0'],
  ];
  const [first, last] = [index, index + 1].map((at) => Math.floor((at * SLOTS) / PRIMARIES));
  const addSlots = (redis) => redis.cluster('ADDSLOTSRANGE', first, last - 1);
  return { ...(await startRedisProcess({ pin, settings, fill: addSlots })), busPort };
}

async function join(primaries) {
  const [one, ...others] = primaries.map(({ url }) => new Redis(url));
  for (const { port, busPort } of primaries.slice(1)) await one.cluster('MEET', '127.0.0.1', port, busPort);
  for (const redis of [one, ...others]) {
    while (!(await redis.cluster('INFO')).includes('cluster_state:ok')) await sleep(50);
    redis.disconnect();
  }
}

/** `pin`: the prefix of each command. `close` waits until all processes have ended. */
export async function startRedisCluster({ pin = [] } = {}) {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'kurz-bench-redis-'));
  const primaries = [];
  const close = async () => {
    for (const primary of primaries) await primary.close();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    for (let index = 0; index < PRIMARIES; index++) primaries.push(await startPrimary(folder, index, pin));
    await join(primaries);
  } catch (error) {
    await close();
    throw error;
  }
  const nodes = primaries.map(({ port }) => `127.0.0.1:${port}`);
  return { url: `redis+cluster://${nodes.join()}`, close };
}
