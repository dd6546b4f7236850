// What Redis holds under names. Redis answers nobody else meanwhile: many names go out in several commands.

import type { Redis } from 'ioredis';

const MOST_NAMES = 256;

export async function readTexts(redis: Redis, names: readonly string[]): Promise<(string | null)[]> {
  if (names.length <= MOST_NAMES) return redis.mget([...names]);
  const rest = readTexts(redis, names.slice(MOST_NAMES));
  const [first, later] = await Promise.all([redis.mget(names.slice(0, MOST_NAMES)), rest]);
  return [...first, ...later];
}
