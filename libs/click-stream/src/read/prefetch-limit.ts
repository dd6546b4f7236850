// How much of the stream a group member buffers. Reading far ahead costs memory and gains nothing: a partition's
// share is a batch or two.

const MIB = 1024 * 1024;

/** For all partitions of a member together, so that its memory is bounded however many it is given. */
const PREFETCH_BYTES = 64 * MIB;
const MIN_BYTES = 2 * MIB;
const MAX_BYTES = 16 * MIB;

/** Bytes of messages at which each of a member's `partitions` pauses reading. */
export const prefetchLimitOf = (partitions: number): number =>
  Math.min(MAX_BYTES, Math.max(MIN_BYTES, PREFETCH_BYTES / Math.max(1, partitions)));
