// Copies the hits of counted links to the rows of their tags, where lists by hits read them along an index. It waits
// for no lock and holds the locks of 500 links at most.

import type { Db } from '@kurz/database';
import { makePollLoop, type Log, type PollLoop } from '@kurz/process';
import { sql } from 'kysely';

/** Lists by hits read links counted since the last copy one by one: 10,000 take 0.1 s. Copying them takes 1.7 s. */
const EVERY_MS = 5_000;

/** Rows of counted_links that are read in one statement: 10,000 links. */
const NOTES = 20;

/** Notes each link once, and only if its copies are old. Resolves with the number of notes that it has read. */
async function condenseNotes(db: Db, lastId: number): Promise<number> {
  const { rows } = await sql<{ notes: number }>`
    WITH taken AS (
      DELETE FROM counted_links WHERE id IN (
        SELECT id FROM counted_links WHERE id <= ${lastId} ORDER BY id LIMIT ${NOTES}::int FOR UPDATE SKIP LOCKED
      ) RETURNING link_ids
    ), old AS (
      SELECT DISTINCT link_id
      FROM (SELECT DISTINCT unnest(link_ids) AS link_id FROM taken) AS noted
      JOIN link_tags USING (link_id) JOIN link_hits USING (link_id)
      WHERE link_tags.hits <> link_tags.pre_tracking + link_hits.hits
    ), parts AS (SELECT link_id, (row_number() OVER (ORDER BY link_id) - 1) / 500 AS part FROM old), noted AS (
      INSERT INTO counted_links (links, link_ids)
      SELECT count(*), array_agg(link_id ORDER BY link_id) FROM parts GROUP BY part
    )
    SELECT count(*) AS notes FROM taken`.execute(db);
  return rows[0]?.notes ?? 0;
}

/** Returns false when there is no note up to `lastId`. */
function copyNext(db: Db, lastId: number): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    const noted = await sql<{ link_ids: string[] }>`
      DELETE FROM counted_links WHERE id = (
        SELECT id FROM counted_links WHERE id <= ${lastId} ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED
      ) RETURNING link_ids`.execute(transaction);
    const [note] = noted.rows;
    if (!note) return false;
    const locked = await sql<{ link_id: string; tag_id: string }>`
      SELECT link_id, tag_id FROM link_tags WHERE link_id = ANY(${note.link_ids}::text[])
      FOR NO KEY UPDATE SKIP LOCKED`.execute(transaction);
    // in a snapshot of its own: another process may have copied newer hits before these rows were locked
    await sql`
      UPDATE link_tags SET hits = link_tags.pre_tracking + link_hits.hits
      FROM unnest(${locked.rows.map(({ link_id }) => link_id)}::text[],
                  ${locked.rows.map(({ tag_id }) => tag_id)}::text[]) AS locked (link_id, tag_id)
      JOIN link_hits ON link_hits.link_id = locked.link_id
      WHERE link_tags.link_id = locked.link_id AND link_tags.tag_id = locked.tag_id
        AND link_tags.hits <> link_tags.pre_tracking + link_hits.hits`.execute(transaction);
    // notes the links again whose rows somebody else holds
    await sql`
      INSERT INTO counted_links (links, link_ids)
      SELECT count(DISTINCT link_id), array_agg(DISTINCT link_id) FROM link_tags JOIN link_hits USING (link_id)
      WHERE link_id = ANY(${note.link_ids}::text[]) AND link_tags.hits <> link_tags.pre_tracking + link_hits.hits
      HAVING count(*) > 0`.execute(transaction);
    return true;
  });
}

async function lastNote(db: Db): Promise<number> {
  const row = await db
    .selectFrom('counted_links')
    .select(({ fn }) => fn.max('id').as('id'))
    .executeTakeFirst();
  return row?.id ?? 0;
}

/** How many links a list by hits reads one by one. A link that was counted several times may count more than once. */
export async function countNotedLinks(db: Db): Promise<number> {
  const { rows } = await sql<{ links: number }>`
    SELECT coalesce(sum(links), 0)::bigint AS links FROM counted_links`.execute(db);
  return rows[0]?.links ?? 0;
}

/** Notes that are added while it runs are left to the next call. `goesOn` is called between its transactions. */
export async function copyCountedLinks(db: Db, goesOn: () => boolean = () => true): Promise<void> {
  const noted = await lastNote(db);
  while (goesOn() && (await condenseNotes(db, noted)) > 0);
  const condensed = await lastNote(db);
  while (goesOn() && (await copyNext(db, condensed)));
}

export function makeCountedLinksLoop({ db, log, done }: { db: Db; log: Log; done: () => void }): PollLoop {
  const loop = makePollLoop({
    everyMs: EVERY_MS,
    poll: async () => {
      await copyCountedLinks(db, () => !loop.isClosed());
      done();
    },
    onOutage: (error) => log.warn({ event: 'counted_links_not_copied', error: String(error) }),
  });
  return loop;
}
