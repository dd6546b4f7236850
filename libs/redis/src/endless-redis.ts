// A connection that only disconnect() ends. ioredis also ends one for good when a sentinel tells of a failover while
// another one is asked for the primary: it takes its own hanging up for that of its user.

import { PauseTolerantRedis } from './pause-tolerant-redis';

export class EndlessRedis extends PauseTolerantRedis {
  /** By disconnect(), not to be connected again. */
  isClosed = false;

  override disconnect(reconnect = false): void {
    this.isClosed ||= !reconnect;
    super.disconnect(reconnect);
  }
}

/** `waitMs`: before it connects again. */
export function connectAfterEnd(redis: EndlessRedis, waitMs: () => number): void {
  redis.on('end', () => {
    if (redis.isClosed) return;
    setTimeout(() => {
      // a failure is an 'error', and an 'end' again
      if (!redis.isClosed) redis.connect().catch(() => undefined);
    }, waitMs());
  });
}
