// Reads the links of a workspace's campaigns whose live counts are worth looking at while ClickHouse is away: those
// with the most redirects.

import type { Db } from '@kurz/database';
import { sql } from 'kysely';

export type BusyLink = { id: string; campaign: string; source: string; medium: string };

/** Tags are cut as findTagGroups cuts them. */
export async function findBusyLinks(
  db: Db,
  workspaceId: string,
  { most, maxTagLength }: { most: number; maxTagLength: number },
): Promise<BusyLink[]> {
  const { rows } = await sql<BusyLink>`
    SELECT l.id, left(l.utm_campaign, ${maxTagLength}::int) AS campaign,
           coalesce(left(l.utm_source, ${maxTagLength}::int), '') AS source,
           coalesce(left(l.utm_medium, ${maxTagLength}::int), '') AS medium
    FROM links l
    LEFT JOIN link_hits h ON h.link_id = l.id
    WHERE l.workspace_id = ${workspaceId} AND l.utm_campaign IS NOT NULL
    ORDER BY coalesce(h.hits, 0) DESC, l.created_at DESC, l.id
    LIMIT ${most}`.execute(db);
  return rows;
}
