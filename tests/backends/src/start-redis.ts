// A Redis of this test file's own: in a container where Docker holds the image, else the machine's redis-server.

import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { freePort, startNativeRedis } from '@kurz/stack';
import { isImageThere } from './docker/is-image-there';
import { REDIS_IMAGE, startDockerRedis } from './docker/start-docker-redis';
import { type TestRedis } from './test-redis';

async function startFromPath(): Promise<TestRedis> {
  const directory = await mkdtemp(path.join(os.tmpdir(), 'kurz-test-redis-'));
  const port = await freePort();
  let server = await startNativeRedis(directory, port);
  return {
    url: `redis://127.0.0.1:${port}`,
    port,
    get pid() {
      return server.pid;
    },
    freeze: () => Promise.resolve(server.freeze()),
    thaw: () => Promise.resolve(server.thaw()),
    kill: () => server.kill(),
    restart: async () => {
      await server.kill();
      server = await startNativeRedis(directory, port);
    },
    close: async () => {
      await server.kill();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** Starts an empty server. */
export async function startRedis(): Promise<TestRedis> {
  return (await isImageThere(REDIS_IMAGE)) ? startDockerRedis() : startFromPath();
}
