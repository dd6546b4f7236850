// Reconnects when the other end of a connection has fallen silent: a frozen server, or a network that drops everything.
// TCP alone would keep such a connection for a quarter of an hour, even after the network works again. (ioredis' own
// `socketTimeout` is of no use: a timer left from a lost connection ends the next one.)

import { pingRedis } from './ping-redis';
import type { EndlessRedis } from './endless-redis';

const MISSING_PINGS = 3;

/** PING is also allowed on a connection that has subscribed. */
export function disconnectOnMissedPings(redis: EndlessRedis, pingMs: number): void {
  let missing = 0;
  const ping = async () => {
    // a connection that is closed between two attempts to connect emits no 'end'
    if (redis.isClosed) return clearInterval(timer);
    if (redis.status !== 'ready') return;
    try {
      await pingRedis(redis);
      missing = 0;
    } catch {
      missing++;
      if (missing < MISSING_PINGS || redis.status !== 'ready') return;
      missing = 0;
      redis.disconnect(true);
    }
  };
  const timer = setInterval(() => void ping(), pingMs).unref();
  redis.on('ready', () => (missing = 0));
}
