// Removes links from every table of ClickHouse. A lightweight delete hides rows at once; a merge, or
// purge-masked-rows.ts within a day, takes them off the disk.

import type { ClickHouse } from '@kurz/click-tables';
import { LINK_TABLES, linkParameters, OF_LINKS } from './link-tables';

export async function deleteLinkRows(
  clickHouse: ClickHouse,
  links: readonly { workspaceId: string; linkId: string }[],
): Promise<void> {
  for (const table of LINK_TABLES) {
    await clickHouse.client.command({
      query: `DELETE FROM ${clickHouse.database}.${table} WHERE ${OF_LINKS}`,
      query_params: linkParameters(links),
      // the answer must mean that the rows are gone, on every replica
      clickhouse_settings: { lightweight_deletes_sync: '2', mutations_sync: '2' },
    });
  }
}
