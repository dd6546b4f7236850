// Deletes rows of one of the tables. They are hidden when it resolves, on every replica; a merge takes them off the disk.
//
// ClickHouse carries the changes of a table out one after another, and tries one that fails for good. None is asked for
// while one fails: it would wait behind that one, and each caller that tries again would leave another.

import type { ClickHouse } from './open-clickhouse';

/** Throws where a change of the table cannot be done, as on a full disk. */
export async function assertChangeable({ client, database }: ClickHouse, table: string): Promise<void> {
  const answer = await client.query({
    query: `SELECT latest_fail_reason AS reason FROM system.mutations
      WHERE database = {database:String} AND table = {table:String} AND NOT is_done AND latest_fail_reason != '' LIMIT 1`,
    query_params: { database, table },
    format: 'JSONEachRow',
  });
  const [failed] = await answer.json<{ reason: string }>();
  if (failed) throw new Error(`a change of ${table} cannot be done: ${failed.reason}`);
}

/** Throws also where an earlier change of the table cannot be done. */
export async function deleteRows(
  clickHouse: ClickHouse,
  table: string,
  { condition, params }: { condition: string; params: Record<string, unknown> },
): Promise<void> {
  await assertChangeable(clickHouse, table);
  await clickHouse.client.command({
    query: `DELETE FROM ${clickHouse.database}.${table} WHERE ${condition}`,
    query_params: params,
    clickhouse_settings: { lightweight_deletes_sync: '2', mutations_sync: '2' },
  });
}
