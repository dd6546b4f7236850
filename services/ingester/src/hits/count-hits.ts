// Adds a batch's hits and moves the position, in one transaction: after whatever failure both happened or neither.

import type { Db } from '@kurz/database';
import { sql, type Transaction } from 'kysely';
import type { Tables } from '@kurz/database';
import type { LinkHits } from './sum-hits';

export type CountedHits =
  /** `linkIds`: those that exist; visits of others are of deleted links and pass by. */
  | { kind: 'counted'; linkIds: string[] }
  /** The position is not where the batch begins: someone else counted it. Nothing was added. */
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

// Only links that exist: a deleted one must not come back as a row of hits.
async function addHits(trx: Transaction<Tables>, hits: readonly LinkHits[]): Promise<string[]> {
  const { rows } = await sql<{ link_id: string }>`
    INSERT INTO link_hits AS known (link_id, hits)
    SELECT l.id, b.hits
    FROM unnest(${hits.map((link) => link.linkId)}::text[], ${hits.map((link) => link.hits)}::bigint[])
      AS b (link_id, hits)
    JOIN links l ON l.id = b.link_id COLLATE "C"
    ORDER BY l.id
    ON CONFLICT (link_id) DO UPDATE SET hits = known.hits + excluded.hits
    RETURNING link_id`.execute(trx);
  return rows.map((row) => row.link_id);
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
const MOST_IDLE_MS = 3_000;

export function countHits(db: Db, range: Range, hits: readonly LinkHits[]): Promise<CountedHits> {
  return db.transaction().execute(async (trx): Promise<CountedHits> => {
    await sql`SELECT set_config('idle_in_transaction_session_timeout', ${String(MOST_IDLE_MS)}, true)`.execute(
      trx,
    );
    const position = await lockPosition(trx, range.partition);
    if (position !== range.from) return { kind: 'superseded', position };
    const linkIds = hits.length > 0 ? await addHits(trx, hits) : [];
    if (hits.length > 0) await moveTrackingSince(trx, hits);
    await trx
      .updateTable('hit_positions')
      .set({ position: range.to })
      .where('stream_partition', '=', range.partition)
      .execute();
    return { kind: 'counted', linkIds };
  });
}
