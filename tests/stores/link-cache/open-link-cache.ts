// One participant: a link cache over two connections of its own to a real Redis, as a redirector or an API has it.

import { type LinkCache, makeRedisLinkCache, type RedisLinkCacheSettings } from '@kurz/link-cache';
import { type Clock, type Log, makeClosing, silentLog, systemClock } from '@kurz/process';
import { openRedis } from '@kurz/redis';
import { until } from '../../until';

export type OpenLinkCache = {
  linkCache: LinkCache;
  /** The connections, for looking at them from outside. */
  redis: ReturnType<typeof openRedis>;
  subscriber: ReturnType<typeof openRedis>;
  close: () => Promise<void>;
};

export type OpenLinkCacheOptions = {
  settings?: RedisLinkCacheSettings;
  clock?: Clock;
  log?: Log;
  /** Address for the subscription. Default: `url`. */
  subscriberUrl?: string;
  /** Does not wait until the connections are ready. */
  isAway?: boolean;
};

// long, so that a busy test machine does not matter; a redirector waits 50 ms
const COMMAND_TIMEOUT_MS = 5_000;

export async function openLinkCache(url: string, options: OpenLinkCacheOptions = {}): Promise<OpenLinkCache> {
  const log = options.log ?? silentLog;
  const closing = makeClosing();
  const connect = (name: string, address: string) => {
    const redis = openRedis(address, { log, name }, { commandTimeoutMs: COMMAND_TIMEOUT_MS, pingMs: 500 });
    closing.add(name, () => redis.disconnect());
    return redis;
  };
  const redis = connect('link-cache', url);
  const subscriber = connect('changes', options.subscriberUrl ?? url);
  if (!options.isAway) {
    await until(() => redis.status === 'ready' && subscriber.status === 'ready');
  }
  const linkCache = makeRedisLinkCache(
    { redis, subscriber, log, clock: options.clock ?? systemClock },
    options.settings,
  );
  closing.add('link_cache', linkCache.close);
  return { linkCache, redis, subscriber, close: closing.close };
}
