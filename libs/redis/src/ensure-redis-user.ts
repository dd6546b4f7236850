// The Redis users of the services: which keys, channels and commands each may use. `kurz migrate` makes them with the
// names and passwords that the services' own addresses hold.

import { createHash } from 'node:crypto';
import type { Redis } from 'ioredis';

export type RedisServiceName = 'redirector' | 'ingester' | 'api';

const CONNECTION = '+auth +hello +ping +client|setname +info +select +quit';
const CLUSTER = '+cluster|info +cluster|slots +asking';

/**
 * Keys: `kurz:link:…` with `kurz:epoch` are the link cache, `kurz:live:…` the live counts, `kurz:rate:…` the limits of
 * the API, `kurz:tries:…` the attempts at passwords of links.
 */
const LINK_CACHE =
  '~kurz:epoch ~kurz:link:* &kurz:changes &kurz:beat:* +get +mget +set +del +publish +subscribe +unsubscribe';
const SCRIPTS = '+eval +evalsha';
const TRIES = '~kurz:tries:* +incr +decr +pttl +pexpire';
const LIVE = '~kurz:live:* +hget +hgetall +hset +hdel +hexists +hlen +pexpire +del';

const RULES: Record<RedisServiceName, string> = {
  redirector: `${CONNECTION} ${CLUSTER} ${SCRIPTS} ${LINK_CACHE} ${TRIES}`,
  ingester: `${CONNECTION} ${CLUSTER} ${SCRIPTS} ${LIVE}`,
  // the limiter's counters are strings that expire
  api: `${CONNECTION} ${CLUSTER} ${SCRIPTS} ${LINK_CACHE} ${LIVE} ~kurz:rate:* +incrby +pttl +multi +exec +expire`,
};

/**
 * Makes the user or brings it to this build's rights. `redis` is an operator's connection. Resolves with whether a
 * restart of Redis keeps the user, which needs an `aclfile`. `rights`: `kept` leaves an existing user the rights that a
 * later release has given it; default: `given`. @throws what Redis refuses.
 */
export async function ensureRedisUser(
  redis: Redis,
  service: RedisServiceName,
  { user, password }: { user: string; password: string },
  { rights = 'given' }: { rights?: 'given' | 'kept' } = {},
): Promise<{ isKept: boolean }> {
  const hash = createHash('sha256').update(password).digest('hex');
  const isThere = rights === 'kept' && (await redis.call('ACL', 'GETUSER', user)) !== null;
  const rules = isThere ? ['resetpass'] : ['reset', ...RULES[service].split(' ')];
  await redis.call('ACL', 'SETUSER', user, ...rules, 'on', `#${hash}`);
  try {
    await redis.call('ACL', 'SAVE');
    return { isKept: true };
  } catch (error) {
    if (error instanceof Error && error.message.includes('ACL file')) return { isKept: false };
    throw error;
  }
}
