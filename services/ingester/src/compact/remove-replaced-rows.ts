// Removes the rows that a written compaction has replaced, and the same days' rows of older compactions and attempts.
// May be done again at any time, also by a process that was frozen: the rows that it names are never counted again.
// Also removes the rows that cut-off attempts have left. Attempts of other shards have numbers in between: their rows
// that have moved in since stay.

import { assertChangeable, COMPACTED_PARTITION, KEEPS_ALIVE, type ClickHouse } from '@kurz/click-tables';
import type { Compaction } from './compaction';
import { isReplaced } from './replaced-rows';

const TABLES = ['clicks_daily', 'clicks_daily_by'] as const;

const IS_OWN = 'NOT has({others:Array(UInt64)}, plan_from)';

const isOutdated = (positions: Compaction['positions']) => `day IN {days:Array(Date)} AND
  ((stream_partition = ${COMPACTED_PARTITION} AND plan_from < {attempt:UInt64} AND ${IS_OWN})
    OR (stream_partition != ${COMPACTED_PARTITION} AND ${isReplaced(positions)}))`;

type Named = { table: (typeof TABLES)[number]; condition: string; params: Record<string, unknown> };

/** Resolves when the rows are off every replica. Also throws when an earlier mutation of the table fails. */
async function removeRows(clickHouse: ClickHouse, { table, condition, params }: Named): Promise<void> {
  await assertChangeable(clickHouse, table);
  await clickHouse.client.command({
    query: `ALTER TABLE ${clickHouse.database}.${table} DELETE WHERE ${condition} SETTINGS mutations_sync = 2`,
    query_params: params,
    clickhouse_settings: KEEPS_ALIVE,
  });
}

/**
 * Whether a day of a written compaction has rows that it replaces, but none that it wrote. Then ClickHouse was restored
 * from an earlier backup, and the replaced rows are the day's only ones.
 */
export async function isUnwritten(
  { client, database }: ClickHouse,
  { attempt, days, positions }: Pick<Compaction, 'attempt' | 'days' | 'positions'>,
): Promise<boolean> {
  for (const table of TABLES) {
    const answer = await client.query({
      query: `SELECT 1 FROM ${database}.${table} WHERE day IN {days:Array(Date)} GROUP BY day
        HAVING countIf(stream_partition != ${COMPACTED_PARTITION} AND ${isReplaced(positions)}) > 0
          AND countIf(stream_partition = ${COMPACTED_PARTITION} AND plan_from = {attempt:UInt64}) = 0 LIMIT 1`,
      query_params: { attempt, days: [...days] },
      format: 'JSONEachRow',
      clickhouse_settings: KEEPS_ALIVE,
    });
    if ((await answer.json()).length > 0) return true;
  }
  return false;
}

/** Resolves when the rows are off every replica. `others`: the result of findOthersAttempts. */
export async function removeReplacedRows(
  clickHouse: ClickHouse,
  { attempt, days, positions }: Pick<Compaction, 'attempt' | 'days' | 'positions'>,
  others: readonly number[],
): Promise<void> {
  const params = { attempt, days: [...days], others: [...others] };
  for (const table of TABLES)
    await removeRows(clickHouse, { table, condition: isOutdated(positions), params });
}

const OF_CUT_OFF_ATTEMPTS = `day IN {days:Array(Date)} AND stream_partition = ${COMPACTED_PARTITION}
  AND plan_from >= {generation:UInt64} AND plan_from < {attempt:UInt64} AND ${IS_OWN}`;

/**
 * Removes what attempts before this one have written of the compaction. Nobody counts it, and each would leave the rows
 * of whole days.
 */
export async function removeCutOffAttempts(
  clickHouse: ClickHouse,
  { generation, attempt, days }: Compaction & { attempt: number },
  others: readonly number[],
): Promise<void> {
  const { client, database } = clickHouse;
  const params = { generation, attempt, days: [...days], others: [...others] };
  for (const table of TABLES) {
    const answer = await client.query({
      query: `SELECT 1 FROM ${database}.${table} WHERE ${OF_CUT_OFF_ATTEMPTS} LIMIT 1`,
      query_params: params,
      format: 'JSONEachRow',
      clickhouse_settings: KEEPS_ALIVE,
    });
    if ((await answer.json()).length === 0) continue;
    await removeRows(clickHouse, { table, condition: OF_CUT_OFF_ATTEMPTS, params });
  }
}

/**
 * Merges the compacted rows of a year into one part a table, the fewest to read. Costs nothing when they are one
 * already.
 */
export async function mergeYear({ client, database }: ClickHouse, year: string): Promise<void> {
  for (const table of TABLES) {
    await client.command({
      query: `OPTIMIZE TABLE ${database}.${table} PARTITION ${year} FINAL
        SETTINGS optimize_skip_merged_partitions = 1`,
      clickhouse_settings: KEEPS_ALIVE,
    });
  }
}
