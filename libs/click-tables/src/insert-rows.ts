// Puts rows into one of the tables: the ingester hands what a plan came to.

import type { ClickHouseSettings } from '@clickhouse/client';
import type { ClickHouse } from './open-clickhouse';
import type { DailyByRow, DailyRow, HourlyRow } from './rows';

/** What each table holds. */
export type ClickRows = { clicks_hourly: HourlyRow; clicks_daily: DailyRow; clicks_daily_by: DailyByRow };

// One block for one insert: the answer comes after the part is in its place, nothing is gathered with other inserts,
// and no token or window decides what is stored. Said again for each insert, since being counted once rests on it.
const SETTINGS: ClickHouseSettings = {
  async_insert: 0,
  insert_deduplicate: 0,
  input_format_parallel_parsing: 0,
  max_insert_block_size: '1048576',
  max_partitions_per_insert_block: '100',
  throw_on_max_partitions_per_insert_block: 1,
  wait_end_of_query: 1,
};

/** Resolves when the rows are stored. Throws when they may not be: the same rows may then be sent again. */
export async function insertRows<Table extends keyof ClickRows>(
  clickHouse: ClickHouse,
  table: Table,
  rows: readonly ClickRows[Table][],
  signal?: AbortSignal,
): Promise<void> {
  if (rows.length === 0) return;
  await clickHouse.client.insert({
    table: `${clickHouse.database}.${table}`,
    values: rows,
    format: 'JSONEachRow',
    clickhouse_settings: SETTINGS,
    abort_signal: signal,
  });
}
