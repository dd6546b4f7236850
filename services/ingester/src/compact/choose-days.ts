// Which days are worth a compaction: closed ones that have many rows for each link. The largest first.

import { COMPACTED_PARTITION, type ClickHouse } from '@kurz/click-tables';
import type { CompactionSettings, Positions } from './compaction';
import { positionParametersOf, PLAN_IS_FOLDED } from './folded-plans';

const query = (database: string) => `
  SELECT toString(day) AS closed
  FROM ${database}.clicks_daily
  WHERE day < {before:Date} AND stream_partition != ${COMPACTED_PARTITION} AND ${PLAN_IS_FOLDED}
  GROUP BY day HAVING count() >= {minRows:UInt64} AND count() > 2 * uniq(workspace_id, link_id)
  ORDER BY count() DESC LIMIT {maxDays:UInt32}`;

/** `before`: the first day that is not closed. */
export async function chooseDays(
  { client, database }: ClickHouse,
  { before, positions }: { before: string; positions: Positions },
  { minRows, maxDays }: CompactionSettings,
): Promise<string[]> {
  const answer = await client.query({
    query: query(database),
    query_params: { before, minRows, maxDays, ...positionParametersOf(positions, {}) },
    format: 'JSONEachRow',
  });
  return (await answer.json<{ closed: string }>()).map(({ closed }) => closed);
}
