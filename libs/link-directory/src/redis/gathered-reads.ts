// Readers hand names one by one; those of one event-loop turn go out as one MGET. A GET each was a write to the socket
// each, which cost twice as much CPU as the redirect itself.

import type { Redis } from 'ioredis';

export type ReadName = (name: string) => Promise<string | null>;

/** Redis answers nobody else meanwhile: more names than this go out in several commands. */
const MAX_NAMES = 256;

type Reader = { resolve: (text: string | null) => void; reject: (error: unknown) => void };

export function makeGatheredReads(redis: Redis): ReadName {
  let names: string[] = [];
  let readers: Reader[] = [];

  const send = () => {
    if (names.length === 0) return;
    const asked = readers;
    const answer = redis.mget(names);
    names = [];
    readers = [];
    answer.then(
      (texts) => asked.forEach(({ resolve }, at) => resolve(texts[at] ?? null)),
      (error: unknown) => asked.forEach(({ reject }) => reject(error)),
    );
  };

  return (name) => {
    // setImmediate comes after the poll phase, in which all requests of this turn were read
    if (names.length === 0) setImmediate(send);
    names.push(name);
    const text = new Promise<string | null>((resolve, reject) => readers.push({ resolve, reject }));
    if (names.length === MAX_NAMES) send();
    return text;
  };
}
