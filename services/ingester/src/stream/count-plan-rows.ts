// Counts rows of clicks_daily that plans of a partition have written from a position on.

import type { ClickHouse } from '@kurz/click-tables';
import { OF_PLANS, type PlanRows } from './plan-rows';

export async function countPlanRows(
  { client, database }: ClickHouse,
  { partition, from }: PlanRows,
): Promise<number> {
  const result = await client.query({
    query: `SELECT count() AS n FROM ${database}.clicks_daily WHERE ${OF_PLANS}`,
    query_params: { partition, from },
    format: 'JSONEachRow',
  });
  return (await result.json<{ n: number }>()).reduce((sum, { n }) => sum + n, 0);
}
