// The filter that every reading of the click tables has: rows of finished plans only, which are those before the
// position that Postgres had for their partition. It makes the tables tell of one moment, however far a plan that is
// being written has come.

import type { StreamProgress } from './stream-progress';

/** A condition on the tables' rows; its parameters are `finishedPlansOf`. */
export const IS_FINISHED =
  'plan_from < transform(stream_partition, {partitions:Array(UInt32)}, {positions:Array(UInt64)}, toUInt64(0))';

export function finishedPlansOf(progress: StreamProgress['partitions']): {
  partitions: number[];
  positions: number[];
} {
  // an empty array has no type for transform; nothing comes before position 0
  const known = progress.length > 0 ? progress : [{ partition: 0, position: 0 }];
  return {
    partitions: known.map(({ partition }) => partition),
    positions: known.map(({ position }) => position),
  };
}
