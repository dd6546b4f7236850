// How far the click stream has been carried into ClickHouse, from rows of stream_progress.

import { sql, type RawBuilder } from 'kysely';

/** A shard's compaction that is under way. Its state decides which rows of its days count. */
export type OpenCompaction = {
  state: 'planned' | 'written';
  /** All rows that it writes, in any attempt, have at least this `plan_from`. */
  generation: number;
  /** `plan_from` of the rows that count once the compaction is written. */
  attempt: number | null;
  /** `YYYY-MM-DD` */
  days: readonly string[];
  /** By stream partition: the compaction folds the rows of batches before these positions. */
  positions: Readonly<Record<string, number>>;
};

export type StreamProgress = {
  /** The rows of batches before these positions may be read, and no rows of other partitions. */
  partitions: { partition: number; position: number }[];
  /** Every visit before it is in ClickHouse, ms; undefined while no partition has been consolidated. */
  consolidatedUntil: number | undefined;
  compaction: OpenCompaction | undefined;
};

/** One partition's progress in a shard. */
export type FoundProgressRow = {
  partition: number;
  position: number;
  consolidated_until: Date;
  /** The same in every row. */
  compaction: OpenCompaction | null;
};

/** The same row; all null when an outer join found none. */
export type ProgressRow = { [Column in keyof FoundProgressRow]: FoundProgressRow[Column] | null };

const IS_OPEN = sql`state IN ('planned', 'written')`;

/** The column `compaction` of a ProgressRow, in the same statement as the others, so that all are as of one moment. */
export const openCompactionOf = (shard: RawBuilder<number | null>) => sql<OpenCompaction | null>`(
  SELECT to_json(compactions) FROM compactions WHERE ${IS_OPEN} AND shard = ${shard}
)`;

/** The open compactions by shard, as JSON; null when there is none. For the statement that reads the progress. */
export const OPEN_COMPACTIONS = sql<Readonly<Record<string, OpenCompaction>> | null>`(
  SELECT json_object_agg(shard, to_json(compactions)) FROM compactions WHERE ${IS_OPEN}
)`;

/** `consolidatedUntil` is that of the slowest partition. */
export function progressOf(rows: readonly ProgressRow[]): StreamProgress {
  const partitions: StreamProgress['partitions'] = [];
  const moments: number[] = [];
  for (const { partition, position, consolidated_until } of rows) {
    if (partition === null || position === null || consolidated_until === null) continue;
    partitions.push({ partition, position });
    moments.push(consolidated_until.getTime());
  }
  return {
    partitions,
    consolidatedUntil: moments.length > 0 ? Math.min(...moments) : undefined,
    compaction: rows[0]?.compaction ?? undefined,
  };
}
