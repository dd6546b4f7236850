// Says once that a connection to Redis is lost, and once that it is back; in between there may be thousands of attempts.

import type { Log } from '@kurz/process';
import type { Redis } from 'ioredis';

export function logOutages(redis: Redis, { log, name }: { log: Log; name: string }): void {
  let isLost = false;
  let reason = 'connection closed';
  redis.on('error', (error: Error) => (reason = error.message || error.name));
  // 'close' also comes when the connection is closed on purpose; 'reconnecting' does not
  redis.on('reconnecting', () => {
    if (!isLost) log.warn({ event: 'redis_lost', connection: name, reason });
    isLost = true;
  });
  redis.on('ready', () => {
    if (isLost) log.info({ event: 'redis_back', connection: name });
    isLost = false;
    reason = 'connection closed';
  });
}
