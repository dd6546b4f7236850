// Which days are worth a compaction: closed ones that have many rows for each link, or for one of them. The largest
// first.

import { COMPACTED_PARTITION, type ClickHouse } from '@kurz/click-tables';
import type { CompactionSettings, Positions } from './compaction';
import { isReplaced } from './replaced-rows';

// grouped along the primary key, so that memory stays small however many links there are
const query = (database: string, positions: Positions) => `
  SELECT toString(day) AS closed
  FROM (
    SELECT day, count() AS rows
    FROM ${database}.clicks_daily
    WHERE day < {before:Date} AND stream_partition != ${COMPACTED_PARTITION} AND ${isReplaced(positions)}
    GROUP BY workspace_id, link_id, day
  )
  GROUP BY day
  HAVING sum(rows) >= {minRows:UInt64} AND (sum(rows) > 2 * count() OR max(rows) >= {busyLinkRows:UInt64})
  ORDER BY sum(rows) DESC LIMIT {maxDays:UInt32}
  SETTINGS optimize_aggregation_in_order = 1`;

/** `before`: the first day that is not closed. */
export async function chooseDays(
  { client, database }: ClickHouse,
  { before, positions }: { before: string; positions: Positions },
  { minRows, busyLinkRows, maxDays }: CompactionSettings,
): Promise<string[]> {
  const answer = await client.query({
    query: query(database, positions),
    query_params: { before, minRows, busyLinkRows, maxDays },
    format: 'JSONEachRow',
  });
  return (await answer.json<{ closed: string }>()).map(({ closed }) => closed);
}
