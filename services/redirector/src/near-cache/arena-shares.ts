// How the arena's bound is divided: all parts together stay within it.

import { INDEX_BYTES_PER_SLOT, MAX_INDEX_LOAD } from './hash-index';
import { BYTES_PER_RECENT_HASH } from './recent-hashes';

export type ArenaShares = {
  /** Bytes for names of zones, and as many for names of workspaces. */
  nameBytes: number;
  slots: number;
  /** How many evicted keys are remembered: as many as there is room for entries, as in S3-FIFO. */
  recent: number;
  words: number;
};

const NAMES_SHARE = 32;

export function arenaSharesOf(maxBytes: number, typicalBytes: number): ArenaShares {
  const nameBytes = Math.floor(maxBytes / NAMES_SHARE / 2);
  const most = maxBytes - 2 * nameBytes;
  const bytesPerSlot = INDEX_BYTES_PER_SLOT + BYTES_PER_RECENT_HASH;
  const slots = Math.floor(most / (typicalBytes * MAX_INDEX_LOAD + bytesPerSlot));
  const left = most - slots * bytesPerSlot;
  return { nameBytes, slots, recent: slots, words: Math.max(0, Math.floor(left / 4)) };
}

/** What the index and the hashes of evicted keys take, whether they are used or not. */
export const fixedBytesOf = ({ slots, recent }: ArenaShares) =>
  slots * INDEX_BYTES_PER_SLOT + recent * BYTES_PER_RECENT_HASH;
