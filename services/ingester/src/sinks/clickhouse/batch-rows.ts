// The rows that batches of one partition have written from some position on. No table is ordered by position: such a
// statement reads two columns of a whole table, which is acceptable for an operator's repair.

import { deleteRows, type ClickHouse } from '@kurz/click-tables';

const BATCH_TABLES = ['clicks_hourly', 'clicks_daily', 'clicks_daily_by'] as const;

type BatchRows = { partition: number; from: number };

const OF_BATCHES = 'stream_partition = {partition:UInt32} AND plan_from >= {from:UInt64}';

/** Counts the rows of clicks_daily. */
export async function countBatchRows(
  { client, database }: ClickHouse,
  { partition, from }: BatchRows,
): Promise<number> {
  const result = await client.query({
    query: `SELECT count() AS n FROM ${database}.clicks_daily WHERE ${OF_BATCHES}`,
    query_params: { partition, from },
    format: 'JSONEachRow',
  });
  return (await result.json<{ n: number }>()).reduce((sum, { n }) => sum + n, 0);
}

/** Deletes in every table, so that the visits can be counted again from there. */
export async function deleteBatchRows(clickHouse: ClickHouse, { partition, from }: BatchRows): Promise<void> {
  for (const table of BATCH_TABLES)
    await deleteRows(clickHouse, table, { condition: OF_BATCHES, params: { partition, from } });
}
