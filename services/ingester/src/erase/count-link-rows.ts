// Counts the rows that ClickHouse still has of some links.

import type { ClickHouse } from '@kurz/click-tables';
import { LINK_TABLES, linkParameters, OF_LINKS } from './link-tables';

export async function countLinkRows(
  clickHouse: ClickHouse,
  links: readonly { workspaceId: string; linkId: string }[],
): Promise<number> {
  let rows = 0;
  for (const table of LINK_TABLES) {
    const result = await clickHouse.client.query({
      query: `SELECT count() AS n FROM ${clickHouse.database}.${table} WHERE ${OF_LINKS}`,
      query_params: linkParameters(links),
      format: 'JSONEachRow',
    });
    for (const { n } of await result.json<{ n: number }>()) rows += n;
  }
  return rows;
}
