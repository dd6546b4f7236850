// The tags of a workspace with how many links each has.

import type { Db } from '@kurz/database';
import { sql, type RawBuilder } from 'kysely';

/** `links`: the links that are not archived; archived ones are counted separately. */
export type CountedTag = { name: string; links: number; archivedLinks: number };

const counted = (condition: RawBuilder<unknown>) => sql<CountedTag>`
  SELECT tags.name, coalesce(sum(used.links) FILTER (WHERE NOT used.is_archived), 0)::bigint AS links,
         coalesce(sum(used.links) FILTER (WHERE used.is_archived), 0)::bigint AS "archivedLinks"
  FROM tags LEFT JOIN tag_counts AS used ON used.tag_id = tags.id
  WHERE ${condition} GROUP BY tags.id ORDER BY tags.name_key`;

/** Ordered by name. */
export async function findTags(db: Db, workspaceId: string): Promise<CountedTag[]> {
  return (await counted(sql`tags.workspace_id = ${workspaceId}`).execute(db)).rows;
}

export async function findCountedTag(db: Db, id: string): Promise<CountedTag | undefined> {
  return (await counted(sql`tags.id = ${id}`).execute(db)).rows[0];
}

/** The ids of those tags of the workspace that have one of these keys. */
export async function findTagIds(db: Db, workspaceId: string, keys: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('tags')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('name_key', 'in', keys)
    .execute();
  return rows.map(({ id }) => id);
}
