// How far the click stream has been carried into ClickHouse, from rows of stream_progress.

import { sql, type RawBuilder } from 'kysely';

/** A shard's compaction that is under way: which rows of its days count depends on how far it has come. */
export type OpenCompaction = {
  state: 'planned' | 'written';
  /** The rows that it writes have no lower `plan_from`, whichever attempt to write them it is. */
  generation: number;
  /** `plan_from` of those that count once it is written. */
  attempt: number | null;
  /** `YYYY-MM-DD` */
  days: readonly string[];
  /** By stream partition: it folds the rows of batches before these. */
  positions: Readonly<Record<string, number>>;
};

export type StreamProgress = {
  /** The rows of batches before these positions may be read; other partitions not at all. */
  partitions: { partition: number; position: number }[];
  /** Every visit before it is in ClickHouse, ms; undefined while no partition has been consolidated. */
  consolidatedUntil: number | undefined;
  compaction: OpenCompaction | undefined;
};

/** A row of what a shard holds. */
export type FoundProgressRow = {
  partition: number;
  position: number;
  consolidated_until: Date;
  /** The same in every row. */
  compaction: OpenCompaction | null;
};

/** The same; all null where an outer join found none. */
export type ProgressRow = { [Column in keyof FoundProgressRow]: FoundProgressRow[Column] | null };

const IS_OPEN = sql`state IN ('planned', 'written')`;

/** The column `compaction` of a ProgressRow, in the same statement as the others: both are as of one moment. */
export const openCompactionOf = (shard: RawBuilder<number | null>) => sql<OpenCompaction | null>`(
  SELECT to_json(compactions) FROM compactions WHERE ${IS_OPEN} AND shard = ${shard}
)`;

/** By shard, as JSON; null where there is none. In the same statement as the progress. */
export const OPEN_COMPACTIONS = sql<Readonly<Record<string, OpenCompaction>> | null>`(
  SELECT json_object_agg(shard, to_json(compactions)) FROM compactions WHERE ${IS_OPEN}
)`;

/** As far as the slowest partition. */
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
