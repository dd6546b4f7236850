// The referrer hosts that clicks_daily_by holds for the given link days.

import type { ClickHouse } from '@kurz/click-tables';

type LinkDay = { workspaceId: string; linkId: string; day: string };

/** Links of one query: its parameters travel in the URL, where some 16 KB is safe everywhere. */
const LINKS = 150;

// Both lists together name more than the pairs asked for; the caller takes what it asked for.
const queryFor = (database: string) => `
  SELECT DISTINCT link_id, day, key
  FROM ${database}.clicks_daily_by
  WHERE workspace_id IN {workspaces:Array(String)}
    AND link_id IN {links:Array(String)}
    AND day IN {days:Array(Date)}
    AND dimension = 'referrer'
    AND NOT startsWith(key, '~')`;

export async function readReferrers(
  clickHouse: ClickHouse,
  linkDays: readonly LinkDay[],
): Promise<{ linkId: string; day: string; host: string }[]> {
  const found: { linkId: string; day: string; host: string }[] = [];
  for (let start = 0; start < linkDays.length; start += LINKS) {
    const some = linkDays.slice(start, start + LINKS);
    const result = await clickHouse.client.query({
      query: queryFor(clickHouse.database),
      query_params: {
        workspaces: [...new Set(some.map((row) => row.workspaceId))],
        links: [...new Set(some.map((row) => row.linkId))],
        days: [...new Set(some.map((row) => row.day))],
      },
      format: 'JSONEachRow',
    });
    for (const row of await result.json<{ link_id: string; day: string; key: string }>()) {
      found.push({ linkId: row.link_id, day: row.day, host: row.key });
    }
  }
  return found;
}
