// The referrer keys of the rows that an intent has written before: all of a link's day or none of it. The rows of one
// insert and one table partition become visible together.

import { isReferrerHost } from '@kurz/click-event';
import type { ClickHouse, RowOrigin } from '@kurz/click-tables';
import { linkDayOf, linkDayConditions, type NamedLinkDay } from './link-day-lists';

const queryFor = (database: string, condition: string) => `
  SELECT DISTINCT link_id, day, key
  FROM ${database}.clicks_daily_by
  WHERE ${condition}
    AND dimension = 'referrer'
    AND stream_partition = {partition:UInt32}
    AND plan_from = {from:UInt64}`;

/** Hosts by link day (`linkDayOf`); a link day that is missing has no rows of this intent. */
export async function readWrittenReferrers(
  clickHouse: ClickHouse,
  origin: RowOrigin,
  linkDays: readonly NamedLinkDay[],
): Promise<Map<string, Set<string>>> {
  const written = new Map<string, Set<string>>();
  for (const condition of linkDayConditions(linkDays)) {
    const result = await clickHouse.client.query({
      query: queryFor(clickHouse.database, condition),
      query_params: { partition: origin.stream_partition, from: origin.plan_from },
      format: 'JSONEachRow',
    });
    for (const row of await result.json<{ link_id: string; day: string; key: string }>()) {
      const linkDay = linkDayOf(row.link_id, row.day);
      const hosts = written.get(linkDay) ?? new Set();
      written.set(linkDay, hosts);
      if (isReferrerHost(row.key)) hosts.add(row.key);
    }
  }
  return written;
}
