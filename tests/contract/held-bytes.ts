// What this process holds, so that a test can say that a stream's memory stays flat.

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** The heap and the buffers beside it, after a collection. */
export function heldBytes(): number {
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

const MIB = 1024 ** 2;

/** The most by which the later of two measurements is above the earlier: what a beginning leaves to be collected is no growth. */
export function grownMiB(held: readonly number[]): number {
  return Math.max(...held.map((bytes, n) => bytes - Math.min(...held.slice(0, n + 1)))) / MIB;
}
