// A connection that only disconnect() ends. ioredis also ends a connection for good when a sentinel reports a failover
// while another sentinel is asked for the primary: it takes its own disconnect for the user's.

import { PauseTolerantRedis } from './pause-tolerant-redis';

export class EndlessRedis extends PauseTolerantRedis {
  /** True after a disconnect() without `reconnect`: it does not connect again. */
  isClosed = false;

  override disconnect(reconnect = false): void {
    this.isClosed ||= !reconnect;
    super.disconnect(reconnect);
  }
}

/** Connects again after an unwanted end. `waitMs`: the wait before that. */
export function connectAfterEnd(redis: EndlessRedis, waitMs: () => number): void {
  redis.on('end', () => {
    if (redis.isClosed) return;
    setTimeout(() => {
      // a failure emits 'error', and 'end' again
      if (!redis.isClosed) redis.connect().catch(() => undefined);
    }, waitMs());
  });
}
