// Writes a compaction's rows of one day: one row for each key, which sums the rows that it replaces. The whole day is
// one block of the table for up to a million rows, so that it comes at once.

import { COMPACTED_PARTITION, KEEPS_ALIVE, type ClickHouse } from '@kurz/click-tables';
import type { Compaction, CompactionSettings, Positions } from './compaction';
import { isReplaced } from './replaced-rows';

// Both tables are summed along their primary key, so that memory stays small whatever a day holds.
const TABLES = [
  { table: 'clicks_daily', keys: 'workspace_id, link_id, day', sums: ['requests', 'bots', 'qr'] },
  { table: 'clicks_daily_by', keys: 'workspace_id, link_id, day, dimension, key', sums: ['humans'] },
] as const;

function statementOf(
  database: string,
  { table, keys, sums }: (typeof TABLES)[number],
  { replaced, maxSeconds }: { replaced: string; maxSeconds: number },
) {
  return `
    INSERT INTO ${database}.${table} (${keys}, stream_partition, plan_from, ${sums.join(', ')})
    SELECT ${keys}, ${COMPACTED_PARTITION}, {attempt:UInt64}, ${sums.map((column) => `sum(${column})`).join(', ')}
    FROM ${database}.${table} FINAL
    WHERE day = {day:Date}
      AND throwIf(now64(3) >= fromUnixTimestamp64Milli({writeBefore:Int64}), 'the time to write this compaction is over') = 0
      AND ((stream_partition = ${COMPACTED_PARTITION} AND plan_from < {generation:UInt64})
        OR (stream_partition != ${COMPACTED_PARTITION} AND ${replaced}))
    GROUP BY ${keys}
    SETTINGS max_execution_time = ${maxSeconds}, optimize_aggregation_in_order = 1, max_insert_threads = 1,
      min_insert_block_size_rows = 1048576, min_insert_block_size_bytes = 0, insert_deduplicate = 0,
      do_not_merge_across_partitions_select_final = 1`;
}

/** On a cluster this replica must have every row that others acknowledged: what it lacks would not be replaced. */
export async function awaitAllRows({ client, database, cluster }: ClickHouse): Promise<void> {
  if (cluster === undefined) return;
  for (const { table } of TABLES) await client.command({ query: `SYSTEM SYNC REPLICA ${database}.${table}` });
}

type DayToWrite = {
  day: string;
  /** The positions of the compaction that compacted this day last. */
  since: Positions;
  /** Called before each statement. Resolves with the time until which the statement may begin, ms since the epoch. */
  begin: () => Promise<number>;
};

/** Throws when it is too late, or not sure. */
export async function writeDay(
  { client, database }: ClickHouse,
  { generation, attempt, positions }: Compaction & { attempt: number },
  { day, since, begin }: DayToWrite,
  { writeMs }: CompactionSettings,
): Promise<void> {
  const parts = { replaced: isReplaced(positions, since), maxSeconds: Math.ceil(writeMs / 1_000) };
  for (const table of TABLES) {
    const writeBefore = await begin();
    await client.command({
      query: statementOf(database, table, parts),
      query_params: { generation, attempt, day, writeBefore },
      clickhouse_settings: KEEPS_ALIVE,
    });
  }
}
