// Which rows of a day a compaction replaces: those of batches before its positions, from the positions of the day's
// last compaction on. Older ones have been compacted already; a writer that was frozen for hours may have written them
// again.

import type { Positions } from './compaction';

/** A condition on rows that no compaction wrote; its parameters are `positionParametersOf`. */
export const IS_REPLACED = `plan_from >= transform(stream_partition, {partitions:Array(UInt32)}, {since:Array(UInt64)}, toUInt64(0))
    AND plan_from < transform(stream_partition, {partitions:Array(UInt32)}, {until:Array(UInt64)}, toUInt64(0))`;

export function positionParametersOf(until: Positions, since: Positions) {
  const names = Object.keys(until);
  // an empty array has no type for transform; nothing comes before position 0
  if (names.length === 0) return { partitions: [0], since: [0], until: [0] };
  return {
    partitions: names.map(Number),
    since: names.map((name) => since[name] ?? 0),
    until: names.map((name) => until[name] ?? 0),
  };
}
