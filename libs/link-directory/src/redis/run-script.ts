// Runs a Lua script by its hash: one round trip, and a second one for the first run on a server that does not know it.

import { createHash } from 'node:crypto';
import type { Redis } from 'ioredis';

export type Script = { text: string; hash: string };

export const scriptOf = (text: string): Script => ({
  text,
  hash: createHash('sha1').update(text).digest('hex'),
});

export async function runScript(
  redis: Redis,
  script: Script,
  keys: readonly string[],
  values: readonly (string | number)[],
): Promise<unknown> {
  try {
    return await redis.evalsha(script.hash, keys.length, ...keys, ...values);
  } catch (error) {
    if (!(error instanceof Error) || !error.message.startsWith('NOSCRIPT')) throw error;
    return redis.eval(script.text, keys.length, ...keys, ...values);
  }
}
