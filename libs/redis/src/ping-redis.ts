// Pings a server. An error reply counts as a sign of life: MISCONF to each PING while it cannot save to its
// disk, BUSY while a script runs, NOPERM when the user may not ask. A new connection would get the same reply.

import type { Redis } from 'ioredis';

/** Rejects when there is no reply. */
export async function pingRedis(redis: Redis): Promise<void> {
  try {
    await redis.ping();
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'ReplyError') throw error;
  }
}
