// Asks a server for a sign of life. An error that it answers is one: MISCONF to each PING while it cannot save to its disk,
// BUSY while a script runs, NOPERM where the user may not ask. A new connection would be answered the same.

import type { Redis } from 'ioredis';

/** Rejects where there is no answer. */
export async function askForSign(redis: Redis): Promise<void> {
  try {
    await redis.ping();
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'ReplyError') throw error;
  }
}
