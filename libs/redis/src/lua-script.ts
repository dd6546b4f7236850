// A Lua script, run by its hash: one round trip, and a second one when the server does not know the script yet.

import { createHash } from 'node:crypto';
import { runOn, type RedisStore } from './redis-cluster';

export type RunLuaScript = (keys: readonly string[], args: readonly (string | number)[]) => Promise<unknown>;

/** Makes the function that runs the script on a server, or on the primary of its first key. */
export function luaScript(text: string): (store: RedisStore) => RunLuaScript {
  const hash = createHash('sha1').update(text).digest('hex');
  return (store) => async (keys, args) => {
    const [first = ''] = keys;
    try {
      return await runOn(store, first, (redis) => redis.evalsha(hash, keys.length, ...keys, ...args));
    } catch (error) {
      if (!(error instanceof Error) || !error.message.startsWith('NOSCRIPT')) throw error;
      return runOn(store, first, (redis) => redis.eval(text, keys.length, ...keys, ...args));
    }
  };
}
