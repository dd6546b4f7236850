// The kept counts of workspaces' links. Triggers add a row for what a statement made or deleted; the rows add up.

import type { Db } from '@kurz/database';
import { sql } from 'kysely';
import type { LinkFilter } from './matching';

/** So many rows are summed in less than a millisecond. */
const MOST_ROWS = 100;

export async function readLinkCount(
  db: Db,
  { workspaceId, archived }: Pick<LinkFilter, 'workspaceId' | 'archived'>,
): Promise<number> {
  const row = await db
    .selectFrom('link_counts')
    .select(sql<number>`coalesce(sum(links), 0)::bigint`.as('links'))
    .where('workspace_id', '=', workspaceId)
    .$if(archived !== 'all', (query) => query.where('is_archived', '=', archived === 'true'))
    .executeTakeFirstOrThrow();
  return row.links;
}

/**
 * Puts the rows of workspaces that have many into one. A row that comes meanwhile stays beside it. One that was folded
 * while its workspace was deleted goes with the next call.
 */
export async function foldLinkCounts(db: Db): Promise<void> {
  await sql`
    DELETE FROM link_counts AS counted
    WHERE NOT EXISTS (SELECT FROM workspaces WHERE workspaces.id = counted.workspace_id)`.execute(db);
  const workspaces = await db
    .selectFrom('link_counts')
    .select('workspace_id')
    .groupBy('workspace_id')
    .having(({ fn }) => fn.countAll(), '>', MOST_ROWS)
    .execute();
  for (const { workspace_id } of workspaces)
    await sql`
      WITH counted AS (DELETE FROM link_counts WHERE workspace_id = ${workspace_id} RETURNING is_archived, links)
      INSERT INTO link_counts (workspace_id, is_archived, links)
      SELECT ${workspace_id}, is_archived, sum(links) FROM counted GROUP BY is_archived HAVING sum(links) <> 0`.execute(
      db,
    );
}
