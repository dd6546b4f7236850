// Finds from which positions on one ClickHouse's rows of a day are still to be summed. Its own compacted rows decide
// that, not Postgres alone: a ClickHouse that was restored from a backup has the rows that a later compaction has
// replaced, but not the rows that it wrote.

import { COMPACTED_PARTITION, KEEPS_ALIVE, type ClickHouse } from '@kurz/click-tables';
import type { Positions } from './compaction';
import type { EarlierCompaction } from './open-compaction';

/** Attempts of the compacted rows, by day. */
async function findAttempts(
  { client, database }: ClickHouse,
  days: readonly string[],
): Promise<ReadonlyMap<string, readonly number[]>> {
  const answer = await client.query({
    query: `
      SELECT toString(day) AS compacted, groupUniqArray(plan_from) AS attempts FROM ${database}.clicks_daily
      WHERE stream_partition = ${COMPACTED_PARTITION} AND day IN {days:Array(Date)} GROUP BY day`,
    query_params: { days: [...days] },
    format: 'JSONEachRow',
    clickhouse_settings: KEEPS_ALIVE,
  });
  const rows = await answer.json<{ compacted: string; attempts: number[] }>();
  return new Map(rows.map(({ compacted, attempts }) => [compacted, attempts]));
}

/** By day: the positions of the last compaction whose rows are there; a day without such rows is left out. */
export async function findSummedPositions(
  clickHouse: ClickHouse,
  earlier: ReadonlyMap<string, readonly EarlierCompaction[]>,
): Promise<ReadonlyMap<string, Positions>> {
  const positions = new Map<string, Positions>();
  if (earlier.size === 0) return positions;
  const attempts = await findAttempts(clickHouse, [...earlier.keys()]);
  for (const [day, compactions] of earlier) {
    const last = compactions.find(({ attempt }) => attempts.get(day)?.includes(attempt));
    if (last) positions.set(day, last.positions);
  }
  return positions;
}
