// Deletes rows of one of the tables. They are hidden when it resolves, on every replica; a merge takes them off the disk.

import type { ClickHouse } from './open-clickhouse';

export async function deleteRows(
  { client, database }: ClickHouse,
  table: string,
  { condition, params }: { condition: string; params: Record<string, unknown> },
): Promise<void> {
  await client.command({
    query: `DELETE FROM ${database}.${table} WHERE ${condition}`,
    query_params: params,
    clickhouse_settings: { lightweight_deletes_sync: '2', mutations_sync: '2' },
  });
}
