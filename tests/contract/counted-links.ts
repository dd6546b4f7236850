// What PostgreSQL counts for the links of a workspace, in the order of their slugs.

import type { Db } from '@kurz/database';
import { sql } from 'kysely';

type Counted = { slug: string; hits: number; preTracking: number };

/** `hits` includes those from before the tracking. */
export async function countedLinks(db: Db, workspaceId: string): Promise<Counted[]> {
  const { rows } = await sql<Counted>`
    SELECT slug, (coalesce(hits, 0) + pre_tracking)::int AS hits, pre_tracking::int AS "preTracking"
    FROM links LEFT JOIN link_hits ON link_id = links.id WHERE workspace_id = ${workspaceId} ORDER BY slug`.execute(
    db,
  );
  return rows;
}
