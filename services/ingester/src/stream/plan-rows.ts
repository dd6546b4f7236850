// How a statement names the rows that plans of one partition have written from some position on. No table is ordered by
// it: such a statement reads two columns of a whole table, which an operator's repair may take.

export const PLAN_TABLES = ['clicks_hourly', 'clicks_daily', 'clicks_daily_by'] as const;

export type PlanRows = { partition: number; from: number };

export const OF_PLANS = 'stream_partition = {partition:UInt32} AND plan_from >= {from:UInt64}';
