// The tables that hold counts of links, and how a statement on them names some links: by primary key.

export const LINK_TABLES = ['clicks_hourly', 'clicks_daily', 'clicks_daily_by'] as const;

/** Link ids are unique over all workspaces, so the two lists together name just these links. */
export const OF_LINKS = 'workspace_id IN {workspaces:Array(String)} AND link_id IN {links:Array(String)}';

export function linkParameters(
  links: readonly { workspaceId: string; linkId: string }[],
): Record<string, string[]> {
  return {
    workspaces: [...new Set(links.map((link) => link.workspaceId))],
    links: links.map((link) => link.linkId),
  };
}
