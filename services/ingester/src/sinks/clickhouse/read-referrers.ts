// The referrer hosts that clicks_daily_by holds for the given link days.

import type { ClickHouse } from '@kurz/click-tables';
import { linkDayConditions, type NamedLinkDay } from './link-day-lists';

// A condition names more than the pairs asked for; the caller takes what it asked for.
const queryFor = (database: string, condition: string) => `
  SELECT DISTINCT link_id, day, key
  FROM ${database}.clicks_daily_by
  WHERE ${condition}
    AND dimension = 'referrer'
    AND NOT startsWith(key, '~')`;

export async function readReferrers(
  { client, database }: ClickHouse,
  linkDays: readonly NamedLinkDay[],
): Promise<{ linkId: string; day: string; host: string }[]> {
  const found: { linkId: string; day: string; host: string }[] = [];
  for (const condition of linkDayConditions(linkDays)) {
    const result = await client.query({ query: queryFor(database, condition), format: 'JSONEachRow' });
    for (const row of await result.json<{ link_id: string; day: string; key: string }>()) {
      found.push({ linkId: row.link_id, day: row.day, host: row.key });
    }
  }
  return found;
}
