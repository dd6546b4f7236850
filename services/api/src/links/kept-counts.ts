// The kept counts of the links of workspaces and of tags. Triggers add a row for the links that a statement added or
// removed. The sum of an owner's rows is its count.

import type { Db } from '@kurz/database';
import { sql, type RawBuilder } from 'kysely';
import type { LinkFilter } from './matching';

/** `ownerId`: the column that names the row of `owners`. */
type KeptCounts = { table: string; ownerId: string; owners: string };

const OF_WORKSPACES: KeptCounts = { table: 'link_counts', ownerId: 'workspace_id', owners: 'workspaces' };
const OF_TAGS: KeptCounts = { table: 'tag_counts', ownerId: 'tag_id', owners: 'tags' };

/** This many rows are summed in less than a millisecond. */
const MAX_ROWS = 100;

type Archived = Pick<LinkFilter, 'archived'>;

/** A further condition on rows of the counts. */
export const ofState = (archived: LinkFilter['archived']): RawBuilder<unknown> =>
  archived === 'all' ? sql`` : sql`AND is_archived = ${archived === 'true'}`;

async function readCount(
  db: Db,
  { table, ownerId }: KeptCounts,
  { id, archived }: { id: string } & Archived,
): Promise<number> {
  const { rows } = await sql<{ links: number }>`
    SELECT coalesce(sum(links), 0)::bigint AS links FROM ${sql.table(table)}
    WHERE ${sql.ref(ownerId)} = ${id} ${ofState(archived)}`.execute(db);
  return rows[0]?.links ?? 0;
}

/** Counts the workspace's links that match `archived`. Undefined: the links that are not archived. */
export const readLinkCount = (db: Db, { workspaceId, archived }: { workspaceId: string } & Archived) =>
  readCount(db, OF_WORKSPACES, { id: workspaceId, archived });

/** As readLinkCount. */
export const readTagCount = (db: Db, { tagId, archived }: { tagId: string } & Archived) =>
  readCount(db, OF_TAGS, { id: tagId, archived });

/** The count of each tag, as in readTagCount. */
export async function readTagCounts(
  db: Db,
  { ids, archived }: { ids: readonly string[] } & Archived,
): Promise<{ id: string; links: number }[]> {
  const { rows } = await sql<{ id: string; links: number }>`
    SELECT asked.id, (SELECT coalesce(sum(links), 0)::bigint FROM tag_counts WHERE tag_id = asked.id ${ofState(archived)}) AS links
    FROM unnest(${ids}::text[]) AS asked (id)`.execute(db);
  return rows;
}

/**
 * Folds the rows of owners that have many into one row. A row that is added meanwhile stays beside it. A row that was
 * folded while its owner was deleted is removed by the next call.
 */
async function foldCounts(db: Db, kept: KeptCounts): Promise<void> {
  const [table, ownerId, owners] = [sql.table(kept.table), sql.ref(kept.ownerId), sql.table(kept.owners)];
  await sql`
    DELETE FROM ${table} AS counted
    WHERE NOT EXISTS (SELECT FROM ${owners} AS owners WHERE owners.id = counted.${ownerId})`.execute(db);
  const { rows } = await sql<{ id: string }>`
    SELECT ${ownerId} AS id FROM ${table} GROUP BY ${ownerId} HAVING count(*) > ${MAX_ROWS}`.execute(db);
  for (const { id } of rows)
    await sql`
      WITH counted AS (DELETE FROM ${table} WHERE ${ownerId} = ${id} RETURNING is_archived, links)
      INSERT INTO ${table} (${ownerId}, is_archived, links)
      SELECT ${id}, is_archived, sum(links) FROM counted GROUP BY is_archived HAVING sum(links) <> 0`.execute(
      db,
    );
}

export const foldLinkCounts = (db: Db): Promise<void> => foldCounts(db, OF_WORKSPACES);
export const foldTagCounts = (db: Db): Promise<void> => foldCounts(db, OF_TAGS);
