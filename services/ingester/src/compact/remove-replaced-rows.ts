// Removes the rows that a written compaction has replaced, and the same days' rows of older compactions and attempts. May be done again
// at any time: what it names is never counted again.

import { COMPACTED_PARTITION, type ClickHouse } from '@kurz/click-tables';
import type { Compaction } from './compaction';
import { isReplaced } from './replaced-rows';

const TABLES = ['clicks_daily', 'clicks_daily_by'] as const;

const isOutdated = (positions: Compaction['positions']) => `day IN {days:Array(Date)} AND
  ((stream_partition = ${COMPACTED_PARTITION} AND plan_from < {attempt:UInt64})
    OR (stream_partition != ${COMPACTED_PARTITION} AND ${isReplaced(positions)}))`;

/** Resolves when they are off every replica. */
export async function removeReplacedRows(
  { client, database }: ClickHouse,
  { attempt, days, positions }: Pick<Compaction, 'attempt' | 'days' | 'positions'>,
): Promise<void> {
  for (const table of TABLES) {
    await client.command({
      query: `ALTER TABLE ${database}.${table} DELETE WHERE ${isOutdated(positions)} SETTINGS mutations_sync = 2`,
      query_params: { attempt, days: [...days] },
      clickhouse_settings: { send_progress_in_http_headers: 1, http_headers_progress_interval_ms: '5000' },
    });
  }
}

/** Merges the compacted rows of a year into one part a table, the fewest to read. Costs nothing when they are one already. */
export async function mergeYear({ client, database }: ClickHouse, year: string): Promise<void> {
  for (const table of TABLES) {
    await client.command({
      query: `OPTIMIZE TABLE ${database}.${table} PARTITION ${year} FINAL
        SETTINGS optimize_skip_merged_partitions = 1`,
      clickhouse_settings: { send_progress_in_http_headers: 1, http_headers_progress_interval_ms: '5000' },
    });
  }
}
