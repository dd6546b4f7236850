// Inserts rows into one of the tables, as bytes of TabSeparated lines. As JSON the same rows take two and a half times
// the bytes, and twice the time on both sides.

import { Readable } from 'node:stream';
import type { ClickHouseSettings } from '@clickhouse/client';
import type { ClickHouse } from './open-clickhouse';

/** The columns of a line, in order. Fields that many lines share come first, so that they are made once for all. */
const COLUMNS = {
  clicks_hourly: [
    'workspace_id',
    'link_id',
    'stream_partition',
    'plan_from',
    'hour',
    'requests',
    'bots',
    'qr',
  ],
  clicks_daily: ['workspace_id', 'link_id', 'stream_partition', 'plan_from', 'day', 'requests', 'bots', 'qr'],
  clicks_daily_by: [
    'workspace_id',
    'link_id',
    'stream_partition',
    'plan_from',
    'day',
    'dimension',
    'key',
    'humans',
  ],
} as const satisfies Record<string, readonly [string, ...string[]]>;

export type ClickTable = keyof typeof COLUMNS;

// Each insert is one block: the answer comes after the part is in place, inserts are not gathered, and no deduplication
// token or window decides what is stored. Set for each insert, because exactly-once counting rests on it.
const SETTINGS: ClickHouseSettings = {
  async_insert: 0,
  insert_deduplicate: 0,
  input_format_parallel_parsing: 0,
  max_insert_block_size: '1048576',
  // daily rows are partitioned by month, and one message of an imported log may span many months
  max_partitions_per_insert_block: '1000',
  throw_on_max_partitions_per_insert_block: 1,
  wait_end_of_query: 1,
};

/**
 * `lines`: UTF-8, each ending with a line feed. Fields: `workspace_id, link_id, stream_partition, plan_from`, the day
 * (`YYYY-MM-DD`) or hour (`YYYY-MM-DD HH:00:00`, UTC), then `requests, bots, qr` or `dimension, key, humans`. Resolves
 * when the rows are stored. Throws when they may not be stored; the same rows may then be sent again.
 */
export async function insertRows(
  clickHouse: ClickHouse,
  table: ClickTable,
  lines: Buffer,
  signal?: AbortSignal,
): Promise<void> {
  if (lines.length === 0) return;
  await clickHouse.client.insert({
    table: `${clickHouse.database}.${table}`,
    columns: [...COLUMNS[table]],
    values: Readable.from([lines], { objectMode: false }),
    format: 'TabSeparated',
    clickhouse_settings: SETTINGS,
    abort_signal: signal,
  });
}
