// Removes what plans of a partition have written from a position on, so that the visits can be counted from there.

import type { ClickHouse } from '@kurz/click-tables';
import { OF_PLANS, PLAN_TABLES, type PlanRows } from './plan-rows';

export async function deletePlanRows(
  { client, database }: ClickHouse,
  { partition, from }: PlanRows,
): Promise<void> {
  for (const table of PLAN_TABLES) {
    await client.command({
      query: `DELETE FROM ${database}.${table} WHERE ${OF_PLANS}`,
      query_params: { partition, from },
      clickhouse_settings: { lightweight_deletes_sync: '2', mutations_sync: '2' },
    });
  }
}
