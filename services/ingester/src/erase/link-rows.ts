// The rows of some links in ClickHouse: which tables hold them, how a statement names them, and how they are removed.

import { deleteRows, type ClickHouse } from '@kurz/click-tables';

export const LINK_TABLES = ['clicks_hourly', 'clicks_daily', 'clicks_daily_by'] as const;

/**
 * Names links by primary key. Link ids are unique over all workspaces, so the two lists together name these links only.
 */
const OF_LINKS = 'workspace_id IN {workspaces:Array(String)} AND link_id IN {links:Array(String)}';

function linkParameters(links: readonly { workspaceId: string; linkId: string }[]): Record<string, string[]> {
  return {
    workspaces: [...new Set(links.map((link) => link.workspaceId))],
    links: links.map((link) => link.linkId),
  };
}

/** Most links in one statement: its parameters travel in the URL, where some 16 KB is safe everywhere. */
export const LINKS_AT_ONCE = 150;

/** Splits a list into pieces of at most `LINKS_AT_ONCE`. */
export function inParts<T>(items: readonly T[]): T[][] {
  const parts: T[][] = [];
  for (let start = 0; start < items.length; start += LINKS_AT_ONCE)
    parts.push(items.slice(start, start + LINKS_AT_ONCE));
  return parts;
}

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

/** A lightweight delete hides rows at once. A merge, or purge-masked-rows.ts within a day, removes them from disk. */
export async function deleteLinkRows(
  clickHouse: ClickHouse,
  links: readonly { workspaceId: string; linkId: string }[],
): Promise<void> {
  for (const table of LINK_TABLES)
    await deleteRows(clickHouse, table, { condition: OF_LINKS, params: linkParameters(links) });
}
