// Starts a Redis for a bench, which keeps nothing on the disk. `redis-server` must be on the PATH.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { freePort } from './free-port.mjs';

/** `pin`: the command's prefix; `settings`: its arguments. `fill` gets a client first. `close` waits for the exit. */
export async function startRedisProcess({ pin = [], settings = [], fill = async () => {} } = {}) {
  const port = await freePort();
  const words = ['redis-server', '--port', String(port), '--bind', '127.0.0.1', '--save', '', ...settings];
  const [command, ...args] = [...pin, ...words];
  const child = spawn(command, args, { stdio: 'ignore' });
  const ended = once(child, 'exit');
  const redis = new Redis(port, '127.0.0.1', { maxRetriesPerRequest: null });
  redis.on('error', () => {});
  while ((await redis.ping().catch(() => '')) !== 'PONG') await sleep(50);
  await fill(redis);
  redis.disconnect();
  const close = async () => {
    child.kill('SIGTERM');
    await ended;
  };
  return { url: `redis://127.0.0.1:${port}`, port, close };
}
