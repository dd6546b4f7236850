// The stores that a worker's files share are frozen while no file uses them, so that they take no processor time.

import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Redis from 'ioredis';

const SERVER = path.join(
  ...[__dirname, '..', '..', 'backends', 'src', 'per-worker', 'serve-shared-stores.cjs'],
);
/** Within it a server that runs has answered, even on a busy machine; a slower one would only hide a fault. */
const LOOK_MS = 500;

let server: ChildProcess;
let address: string;
beforeAll(async () => {
  server = spawn(process.execPath, [SERVER], { stdio: ['pipe', 'pipe', 'inherit'] });
  const [printed] = (await once(server.stdout ?? server, 'data')) as [Buffer];
  address = printed.toString().trim();
});
afterAll(async () => {
  const ended = once(server, 'exit');
  server.stdin?.end();
  await ended;
});

const use = async () => {
  const response = await fetch(`${address}/redis?worker=1`, { method: 'POST' });
  return ((await response.json()) as { url: string }).url;
};
const giveUp = async () => {
  const { status } = await fetch(`${address}/redis?worker=1`, { method: 'DELETE' });
  expect(status).toBe(200);
};

it('are thawed by the first user, and frozen after the last', async () => {
  const redis = new Redis(await use());
  expect(await redis.ping()).toBe('PONG');
  await use();
  await giveUp();
  expect(await redis.ping()).toBe('PONG');
  await giveUp();
  const answer = redis.ping();
  expect(await Promise.race([answer, sleep(LOOK_MS, 'none')])).toBe('none');
  await use();
  expect(await answer).toBe('PONG');
  redis.disconnect();
});
