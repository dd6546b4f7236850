// Removes the rows that a written compaction has folded, and older compactions' rows of the same days. May be done again
// at any time: what it names is never counted again.

import { COMPACTED_PARTITION, type ClickHouse } from '@kurz/click-tables';
import type { Compaction } from './compaction';
import { PLAN_IS_FOLDED, positionParametersOf } from './folded-plans';

const TABLES = ['clicks_daily', 'clicks_daily_by'] as const;

const IS_FOLDED = `day IN {days:Array(Date)} AND
  ((stream_partition = ${COMPACTED_PARTITION} AND plan_from < {generation:UInt64})
    OR (stream_partition != ${COMPACTED_PARTITION} AND ${PLAN_IS_FOLDED}))`;

/** Resolves when they are off every replica. */
export async function removeFoldedRows(
  { client, database }: ClickHouse,
  { generation, days, positions }: Pick<Compaction, 'generation' | 'days' | 'positions'>,
): Promise<void> {
  for (const table of TABLES) {
    await client.command({
      query: `ALTER TABLE ${database}.${table} DELETE WHERE ${IS_FOLDED} SETTINGS mutations_sync = 2`,
      query_params: { generation, days: [...days], ...positionParametersOf(positions, {}) },
      clickhouse_settings: { send_progress_in_http_headers: 1, http_headers_progress_interval_ms: '5000' },
    });
  }
}

/**
 * Merges a closed month into one part a table: without it FINAL would look for rows that are there twice for ever.
 * Costs nothing when it is one part already.
 */
export async function mergeMonth({ client, database }: ClickHouse, month: string): Promise<void> {
  for (const table of TABLES) {
    await client.command({
      query: `OPTIMIZE TABLE ${database}.${table} PARTITION ${month.replace('-', '')} FINAL
        SETTINGS optimize_skip_merged_partitions = 1`,
      clickhouse_settings: { send_progress_in_http_headers: 1, http_headers_progress_interval_ms: '5000' },
    });
  }
}
