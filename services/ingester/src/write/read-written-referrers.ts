// The referrer keys of the rows that a plan has written before: all of a link's day or none of it, because the rows of
// one insert and one table partition become visible together.

import type { ClickHouse, RowOrigin } from '@kurz/click-tables';
import { linkDayOf } from './link-day';

type LinkDay = { workspaceId: string; linkId: string; day: string };

/** Links of one query: its parameters travel in the URL, where some 16 KB is safe everywhere. */
const LINKS = 150;

const queryFor = (database: string) => `
  SELECT DISTINCT link_id, day, key
  FROM ${database}.clicks_daily_by
  WHERE workspace_id IN {workspaces:Array(String)}
    AND link_id IN {links:Array(String)}
    AND day IN {days:Array(Date)}
    AND dimension = 'referrer'
    AND stream_partition = {partition:UInt32}
    AND plan_from = {from:UInt64}`;

/** Hosts by link day (`linkDayOf`); a link day that is missing has no rows of this plan. */
export async function readWrittenReferrers(
  clickHouse: ClickHouse,
  origin: RowOrigin,
  linkDays: readonly LinkDay[],
): Promise<Map<string, Set<string>>> {
  const written = new Map<string, Set<string>>();
  for (let start = 0; start < linkDays.length; start += LINKS) {
    const some = linkDays.slice(start, start + LINKS);
    const result = await clickHouse.client.query({
      query: queryFor(clickHouse.database),
      query_params: {
        workspaces: [...new Set(some.map((row) => row.workspaceId))],
        links: [...new Set(some.map((row) => row.linkId))],
        days: [...new Set(some.map((row) => row.day))],
        partition: origin.stream_partition,
        from: origin.plan_from,
      },
      format: 'JSONEachRow',
    });
    for (const row of await result.json<{ link_id: string; day: string; key: string }>()) {
      const linkDay = linkDayOf(row.link_id, row.day);
      const hosts = written.get(linkDay) ?? new Set();
      written.set(linkDay, hosts);
      if (!row.key.startsWith('~')) hosts.add(row.key);
    }
  }
  return written;
}
