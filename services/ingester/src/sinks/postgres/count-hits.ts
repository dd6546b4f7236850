// Adds a batch's hits and moves the position, in one transaction: after any failure both happened or neither.

import { setIdleLimit, type Db } from '@kurz/database';
import { sql, type Transaction } from 'kysely';
import type { Tables } from '@kurz/database';
import type { LinkHits } from '../../aggregate/sum-hits';

export type CountedHits =
  /** `hits`: hits of links that exist; the other visits are of deleted links and are ignored. */
  | { kind: 'counted'; hits: number }
  /** The position is not where the batch begins: another process counted it. Nothing was added. */
  | { kind: 'superseded'; position: number };

type Range = { partition: number; from: number; to: number };

async function lockPosition(trx: Transaction<Tables>, partition: number): Promise<number> {
  const row = await trx
    .selectFrom('hit_positions')
    .select('position')
    .where('stream_partition', '=', partition)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return row.position;
}

type Added = { counted: string; earlier: string[] | null };

/**
 * Adds hits only to links that exist: a deleted link must not come back as a row of hits. Returns the number of hits
 * added, and the links that were never visited as early. Each link is looked up once, and only those links are named.
 */
async function addHits(
  trx: Transaction<Tables>,
  hits: readonly LinkHits[],
): Promise<{ counted: number; earlier: ReadonlySet<string> }> {
  const { rows } = await sql<Added>`
    WITH visited AS (
      SELECT l.id, b.hits, l.tracking_since IS NULL OR b.first_day < l.tracking_since AS is_earlier
      FROM unnest(
        ${hits.map((link) => link.linkId)}::text[],
        ${hits.map((link) => link.hits)}::bigint[],
        ${hits.map((link) => link.firstDay)}::date[]
      ) AS b (link_id, hits, first_day)
      JOIN links l ON l.id = b.link_id COLLATE "C"
    ), added AS (
      INSERT INTO link_hits AS known (link_id, hits)
      SELECT id, hits FROM visited ORDER BY id
      ON CONFLICT (link_id) DO UPDATE SET hits = known.hits + excluded.hits
    )
    SELECT coalesce(sum(hits), 0)::text AS counted, array_agg(id) FILTER (WHERE is_earlier) AS earlier
    FROM visited`.execute(trx);
  const [added] = rows;
  return { counted: Number(added?.counted ?? 0), earlier: new Set(added?.earlier) };
}

// A visit is rarely of a day before all others, so most batches lock no link here.
async function moveTrackingSince(trx: Transaction<Tables>, hits: readonly LinkHits[]): Promise<void> {
  await sql`
    WITH earlier AS (
      SELECT l.id, b.first_day
      FROM unnest(${hits.map((link) => link.linkId)}::text[], ${hits.map((link) => link.firstDay)}::date[])
        AS b (link_id, first_day)
      JOIN links l ON l.id = b.link_id COLLATE "C"
      WHERE l.tracking_since IS NULL OR b.first_day < l.tracking_since
      ORDER BY l.id
      FOR NO KEY UPDATE OF l
    )
    UPDATE links SET tracking_since = least(links.tracking_since, earlier.first_day)
    FROM earlier WHERE links.id = earlier.id`.execute(trx);
}

/** A process that is frozen in the middle must not keep its rows locked: the server ends its transaction. */
const MAX_IDLE_MS = 3_000;

export function countHits(db: Db, range: Range, hits: readonly LinkHits[]): Promise<CountedHits> {
  return db.transaction().execute(async (trx): Promise<CountedHits> => {
    await setIdleLimit(trx, MAX_IDLE_MS);
    const position = await lockPosition(trx, range.partition);
    if (position !== range.from) return { kind: 'superseded', position };
    const { counted, earlier } = await addHits(trx, hits);
    if (earlier.size > 0) {
      await moveTrackingSince(
        trx,
        hits.filter(({ linkId }) => earlier.has(linkId)),
      );
    }
    await trx
      .updateTable('hit_positions')
      .set({ position: range.to })
      .where('stream_partition', '=', range.partition)
      .execute();
    return { kind: 'counted', hits: counted };
  });
}
