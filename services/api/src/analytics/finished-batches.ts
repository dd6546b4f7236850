// The filter of every query of the click tables. It selects rows of finished batches only: those before the position
// that Postgres had for their partition. So all tables show one moment, even while a batch is being written. For the
// days of a compaction it selects either the source rows or the result rows, never both.

import {
  COMPACTED_PARTITION,
  partitionPositionsOf,
  positionAmong,
  type PartitionPosition,
} from '@kurz/click-tables';
import type { OpenCompaction, StreamProgress } from './stream-progress';

export type FinishedBatches = {
  /** How far each partition of the stream has been written. */
  progress: StreamProgress['partitions'];
  compaction?: OpenCompaction | undefined;
};

/** All rows that a compaction has written are finished, whatever its generation. */
const COMPACTED: PartitionPosition = [COMPACTED_PARTITION, Number.MAX_SAFE_INTEGER];

/** A condition on the rows of clicks_hourly, which is never compacted. */
export const isFinished = ({ progress }: FinishedBatches): string =>
  `plan_from < ${positionAmong([
    ...progress.map(({ partition, position }): PartitionPosition => [partition, position]),
    COMPACTED,
  ])}`;

const FOLDED_ROWS: Readonly<Record<OpenCompaction['state'], (compaction: OpenCompaction) => string>> = {
  planned: () => `stream_partition = ${COMPACTED_PARTITION} AND plan_from >= {generation:UInt64}`,
  written: ({ positions }) =>
    `plan_from < if(stream_partition = ${COMPACTED_PARTITION}, {attempt:UInt64}, ${positionAmong(partitionPositionsOf(positions))})`,
};

/** A condition on the rows of the tables by day; its parameters are `compactionParametersOf`. */
export function isCounted(batches: FinishedBatches): string {
  const { compaction } = batches;
  if (!compaction) return isFinished(batches);
  return `${isFinished(batches)} AND NOT (has({foldedDays:Array(Date)}, day) AND ${FOLDED_ROWS[compaction.state](compaction)})`;
}

export function compactionParametersOf({ compaction }: FinishedBatches): Record<string, unknown> {
  if (!compaction) return {};
  const { generation, attempt, days } = compaction;
  return { generation, attempt: attempt ?? generation, foldedDays: [...days] };
}
