// The ends of batches that may not know of a change in a workspace's row. A batch records its intent before it asks for
// the shards, so a batch whose intent is not committed when Kafka is asked after the change knows of it.

import type { StreamOffsets } from '@kurz/click-stream';
import { decodeIntentMetadata } from '../intent/intent-metadata';
import { streamGroupOf } from '../source/consumer-name';
import type { MovePositions } from './shard-move';

const GROUP = streamGroupOf('consolidate');

/** To be called after the change. The end is 0 for a partition of which nothing is counted. */
export async function findOpenEnds(
  offsets: Pick<StreamOffsets, 'committed' | 'ranges'>,
): Promise<MovePositions> {
  const ends: Record<string, number> = {};
  const committed = await offsets.committed(GROUP);
  for (const partition of (await offsets.ranges()).keys()) ends[partition] = 0;
  for (const [partition, { offset, metadata }] of committed)
    ends[partition] = decodeIntentMetadata(metadata).to ?? offset;
  return ends;
}

/** Whether all batches before these ends are committed. */
export async function arePassed(
  offsets: Pick<StreamOffsets, 'committed'>,
  ends: MovePositions,
): Promise<boolean> {
  const committed = await offsets.committed(GROUP);
  return Object.entries(ends).every(([name, end]) => (committed.get(Number(name))?.offset ?? 0) >= end);
}
