// The filter of every query of the click tables. Only rows of finished batches: those before the position that Postgres
// had for their partition. So all tables show one moment, also while a batch is being written. Of the days that a
// compaction aggregates, either its source rows or its result rows, never both.

import { COMPACTED_PARTITION } from '@kurz/click-tables';
import type { OpenCompaction, StreamProgress } from './stream-progress';

export type FinishedBatches = {
  /** How far each partition of the stream has been written. */
  progress: StreamProgress['partitions'];
  compaction?: OpenCompaction | undefined;
};

/** A condition on the rows of clicks_hourly, which is never compacted; its parameters are `finishedBatchParametersOf`. */
export const IS_FINISHED =
  'plan_from < transform(stream_partition, {partitions:Array(UInt32)}, {positions:Array(UInt64)}, toUInt64(0))';

const FOLDED_ROWS = {
  planned: `stream_partition = ${COMPACTED_PARTITION} AND plan_from >= {generation:UInt64}`,
  written: `plan_from < if(stream_partition = ${COMPACTED_PARTITION}, {attempt:UInt64},
    transform(stream_partition, {foldedPartitions:Array(UInt32)}, {foldedPositions:Array(UInt64)}, toUInt64(0)))`,
};

/** A condition on the rows of the tables by day; its parameters are `finishedBatchParametersOf`. */
export function isCounted({ compaction }: FinishedBatches): string {
  if (!compaction) return IS_FINISHED;
  return `${IS_FINISHED} AND NOT (has({foldedDays:Array(Date)}, day) AND ${FOLDED_ROWS[compaction.state]})`;
}

// an empty array has no type for transform; nothing comes before position 0
const NOWHERE = [{ partition: 0, position: 0 }];

function compactionParametersOf({ generation, attempt, days, positions }: OpenCompaction) {
  const folded = Object.entries(positions);
  const known = folded.length > 0 ? folded : [['0', 0] as const];
  return {
    generation,
    attempt: attempt ?? generation,
    foldedDays: [...days],
    foldedPartitions: known.map(([partition]) => Number(partition)),
    foldedPositions: known.map(([, position]) => position),
  };
}

export function finishedBatchParametersOf({
  progress,
  compaction,
}: FinishedBatches): Record<string, unknown> {
  const known = progress.length > 0 ? progress : NOWHERE;
  // what a compaction has written is finished, whatever its generation
  const all = [...known, { partition: COMPACTED_PARTITION, position: Number.MAX_SAFE_INTEGER }];
  return {
    partitions: all.map(({ partition }) => partition),
    positions: all.map(({ position }) => position),
    ...(compaction && compactionParametersOf(compaction)),
  };
}
