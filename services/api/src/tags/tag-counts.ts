// The kept counts of the links of tags. Triggers add a row for what a statement gave or took; the rows add up.

import type { Db } from '@kurz/database';
import { sql } from 'kysely';

/** So many rows are summed in less than a millisecond. */
const MOST_ROWS = 100;

/** `archived`: undefined for the links that are not. */
export async function readTagCount(
  db: Db,
  { tagId, archived }: { tagId: string; archived?: 'true' | 'all' },
): Promise<number> {
  const row = await db
    .selectFrom('tag_counts')
    .select(sql<number>`coalesce(sum(links), 0)::bigint`.as('links'))
    .where('tag_id', '=', tagId)
    .$if(archived !== 'all', (query) => query.where('is_archived', '=', archived === 'true'))
    .executeTakeFirstOrThrow();
  return row.links;
}

/**
 * Puts the rows of tags that have many into one. A row that comes meanwhile stays beside it. One that was folded while its
 * tag was deleted goes with the next call.
 */
export async function foldTagCounts(db: Db): Promise<void> {
  await sql`
    DELETE FROM tag_counts AS counted
    WHERE NOT EXISTS (SELECT FROM tags WHERE tags.id = counted.tag_id)`.execute(db);
  const tags = await db
    .selectFrom('tag_counts')
    .select('tag_id')
    .groupBy('tag_id')
    .having(({ fn }) => fn.countAll(), '>', MOST_ROWS)
    .execute();
  for (const { tag_id } of tags)
    await sql`
      WITH counted AS (DELETE FROM tag_counts WHERE tag_id = ${tag_id} RETURNING is_archived, links)
      INSERT INTO tag_counts (tag_id, is_archived, links)
      SELECT ${tag_id}, is_archived, sum(links) FROM counted GROUP BY is_archived HAVING sum(links) <> 0`.execute(
      db,
    );
}
