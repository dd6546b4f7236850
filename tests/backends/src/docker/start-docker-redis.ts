// Redis in a container, for machines whose Docker holds the image.

import { freePort, REDIS_SETTINGS, redisAnswers } from '@kurz/stack';
import { type TestRedis } from '../test-redis';
import { loadTestcontainers } from './load-testcontainers';
import { startContainer } from './start-container';

export const REDIS_IMAGE = 'redis:7.4.7-alpine';

/** Starts an empty server; as the native one, it keeps every write that it answered through a kill. */
export async function startDockerRedis(): Promise<TestRedis> {
  const port = await freePort();
  const { GenericContainer } = loadTestcontainers();
  const container = new GenericContainer(REDIS_IMAGE)
    .withExposedPorts({ container: 6379, host: port })
    .withCommand([
      'sh',
      '-c',
      'touch /data/users.acl && exec redis-server --aclfile /data/users.acl "$@"',
      'sh',
      ...Object.entries(REDIS_SETTINGS).flatMap(([name, value]) => [`--${name}`, value]),
    ]);
  const server = await startContainer(container, () => redisAnswers(port));
  return Object.assign(server, { url: `redis://127.0.0.1:${port}`, port });
}
