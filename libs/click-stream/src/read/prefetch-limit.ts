// How much of the stream a group member holds ready. Reading far ahead costs memory and gains nothing: a partition's
// share is a batch or two.

const MIB = 1024 * 1024;

/** All partitions of a member together, so that its memory is bounded however many it is given. */
const PREFETCH_BYTES = 64 * MIB;
const LEAST_BYTES = 2 * MIB;
const MOST_BYTES = 16 * MIB;

/** At how many bytes of messages one of so many partitions stops reading for the time being. */
export const prefetchLimitOf = (partitions: number): number =>
  Math.min(MOST_BYTES, Math.max(LEAST_BYTES, PREFETCH_BYTES / Math.max(1, partitions)));
