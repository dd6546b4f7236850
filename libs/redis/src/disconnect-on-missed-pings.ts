// Makes a connection anew whose other end has fallen silent: a frozen server, or a network that swallows all. TCP alone
// would keep such a connection for a quarter of an hour, also when the way is free again.
// (ioredis' own `socketTimeout` is of no use: a timer left from a lost connection ends the next one.)

import { askForSign } from './ask-for-sign';
import type { EndlessRedis } from './endless-redis';

const MISSING_PINGS = 3;

/** PING is allowed on a connection that has subscribed as well. */
export function disconnectOnMissedPings(redis: EndlessRedis, pingMs: number): void {
  let missing = 0;
  const ping = async () => {
    // one that is closed between two attempts to connect says no 'end'
    if (redis.isClosed) return clearInterval(timer);
    if (redis.status !== 'ready') return;
    try {
      await askForSign(redis);
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
