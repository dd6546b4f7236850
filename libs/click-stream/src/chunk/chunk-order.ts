// Checks the sequence of a journal's chunks within one partition: whether something is missing or came again.
// Exactly-once rests on it.

import type { ChunkRange } from './chunk';

/**
 * first: no chunk of this journal was seen before. next: follows the last chunk. gap: visits are missing in between.
 * repeat: visits that were already seen.
 */
export type ChunkOrder = 'first' | 'next' | 'gap' | 'repeat';

/** `seen`: `last` of this journal's previous chunk in this partition. */
export function chunkOrderOf(seen: number | undefined, { first, after }: ChunkRange): ChunkOrder {
  if (seen === undefined) return 'first';
  if (first < seen) return 'repeat';
  return after === undefined || after === seen ? 'next' : 'gap';
}
