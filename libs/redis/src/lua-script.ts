// A Lua script, run by its hash: one round trip, and a second one where the server does not know the script yet.

import { createHash } from 'node:crypto';
import type { Redis } from 'ioredis';

export type RunLuaScript = (keys: readonly string[], args: readonly (string | number)[]) => Promise<unknown>;

/** Makes what runs the script on a connection. */
export function luaScript(text: string): (redis: Redis) => RunLuaScript {
  const hash = createHash('sha1').update(text).digest('hex');
  return (redis) => async (keys, args) => {
    try {
      return await redis.evalsha(hash, keys.length, ...keys, ...args);
    } catch (error) {
      if (!(error instanceof Error) || !error.message.startsWith('NOSCRIPT')) throw error;
      return redis.eval(text, keys.length, ...keys, ...args);
    }
  };
}
