// Runs a Lua script on Redis by its hash, and by its text where the server has not seen it (or has been restarted).

import { createHash } from 'node:crypto';
import type { Redis } from 'ioredis';

export type RunScript = (keys: readonly string[], args: readonly (string | number)[]) => Promise<unknown>;

export function makeRunScript(redis: Redis, lua: string): RunScript {
  const sha = createHash('sha1').update(lua).digest('hex');
  return async (keys, args) => {
    try {
      return await redis.evalsha(sha, keys.length, ...keys, ...args);
    } catch (error) {
      if (!(error instanceof Error) || !error.message.startsWith('NOSCRIPT')) throw error;
      return redis.eval(lua, keys.length, ...keys, ...args);
    }
  };
}
