// What this process holds, so that a test can say that a stream's memory stays flat.

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Bytes of the heap and of external buffers, after a garbage collection. */
export function heldBytes(): number {
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

const MIB = 1024 ** 2;

/** The largest rise from an earlier measurement to a later one. Garbage of the start is no growth. */
export function grownMiB(held: readonly number[]): number {
  return Math.max(...held.map((bytes, n) => bytes - Math.min(...held.slice(0, n + 1)))) / MIB;
}
