// Deletes rows of a table. They are hidden on every replica when it resolves; a merge removes them from the disk.
//
// ClickHouse runs the mutations of a table one after another, and retries a failing one endlessly. While one fails, no
// other is started: it would wait behind the failing one, and each retry of a caller would add another.

import type { ClickHouse } from './open-clickhouse';

/** Throws when a mutation of the table fails, for example on a full disk. */
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

/** Also throws when an earlier mutation of the table fails. */
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
