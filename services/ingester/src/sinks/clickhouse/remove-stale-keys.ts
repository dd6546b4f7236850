// An intent that another process has begun may have been classified by other rules, or with another country database.
// Keys that only its rows name would stay beside those that are written now, and be counted too: they are removed
// first.

import { deleteRows, type ClickHouse, type RowOrigin } from '@kurz/click-tables';
import type { LinkDayCounts } from '../../aggregate/link-day-counts';
import { linkDayOf, linkDayConditions } from './link-day-lists';

type Key = { link_id: string; day: string; dimension: keyof LinkDayCounts['by']; key: string };

const OF_BATCH = 'stream_partition = {partition:UInt32} AND plan_from = {from:UInt64}';

const writtenKeys = (database: string, condition: string) => `
  SELECT DISTINCT link_id, day, toString(dimension) AS dimension, key
  FROM ${database}.clicks_daily_by WHERE ${condition} AND ${OF_BATCH}`;

/** `rows`: the intent's rows that are about to be written. Throws when ClickHouse is away; do not write then. */
export async function removeStaleKeys(
  clickHouse: ClickHouse,
  { stream_partition: partition, plan_from: from }: RowOrigin,
  rows: readonly LinkDayCounts[],
): Promise<void> {
  const { client, database } = clickHouse;
  const query_params = { partition, from };
  const byLinkDay = new Map(rows.map((row) => [linkDayOf(row.linkId, row.day), row]));
  const staleOf = ({ link_id, day, dimension, key }: Key): LinkDayCounts | undefined => {
    const row = byLinkDay.get(linkDayOf(link_id, day));
    return row && ![...row.by[dimension].keys()].includes(key) ? row : undefined;
  };
  const stale = new Set<LinkDayCounts>();
  for (const condition of linkDayConditions(rows)) {
    const query = writtenKeys(database, condition);
    const written = await client.query({ query, query_params, format: 'JSONEachRow' });
    for (const key of await written.json<Key>()) {
      const row = staleOf(key);
      if (row) stale.add(row);
    }
  }
  // all keys of those link days: keys that are still named are written again
  for (const condition of linkDayConditions([...stale]))
    await deleteRows(clickHouse, 'clicks_daily_by', {
      condition: `${condition} AND ${OF_BATCH}`,
      params: query_params,
    });
}
