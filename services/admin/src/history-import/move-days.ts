// Moves the counts by day of the links that an import has made, to a partition of their own (makeCountedRows). That it is
// finished, the hits and the end of the import are one transaction.

import {
  finishPartition,
  makeCountedRows,
  nextPartition,
  type MoveHistory,
  type RunningImport,
  type WriteClickRows,
} from '@kurz/api';
import { IMPORTED } from '@kurz/click-event';
import type { Db } from '@kurz/database';
import { sql } from 'kysely';

type Row = { linkId: string; day: string; clicks: number };

const ROWS_AT_ONCE = 10_000;

/** Noted before anything is written: a second try writes to the same. */
async function partitionOf(db: Db, importId: string): Promise<number> {
  const row = await db
    .selectFrom('imports')
    .select('history_partition')
    .where('id', '=', importId)
    .executeTakeFirst();
  if (row?.history_partition) return row.history_partition;
  const partition = await nextPartition(db);
  await db.updateTable('imports').set({ history_partition: partition }).where('id', '=', importId).execute();
  return partition;
}

/** Of links that are there. */
async function findRows(db: Db, importId: string, after: Row | undefined): Promise<Row[]> {
  const { rows } = await sql<Row>`
    SELECT told.link_id AS "linkId", to_char(told.day, 'YYYY-MM-DD') AS day, told.clicks
    FROM import_days AS told JOIN links ON links.id = told.link_id
    WHERE told.import_id = ${importId} AND (told.link_id, told.day) > (${after?.linkId ?? ''}, ${after?.day ?? '0001-01-01'}::date)
    ORDER BY told.link_id, told.day LIMIT ${ROWS_AT_ONCE}`.execute(db);
  return rows;
}

async function writeRows(
  { db, writeClickRows, source }: DaysDeps,
  { id, workspaceId }: RunningImport,
  partition: number,
): Promise<void> {
  const counted = makeCountedRows(writeClickRows, { workspaceId, partition });
  for (let last: Row | undefined; ;) {
    const rows = await findRows(db, id, last);
    for (const { linkId, day, clicks } of rows) {
      await counted.addDay({ linkId, day, requests: clicks, bots: 0, qr: 0 });
      await counted.addHumans({ linkId, day, dimension: IMPORTED, key: source, humans: clicks });
    }
    last = rows.at(-1);
    if (!last) return counted.end();
  }
}

/** Takes the rows of links that were deleted meanwhile away again. */
async function eraseDeleted(transaction: Db, importId: string): Promise<void> {
  await sql`
    UPDATE erasures SET closed_at = NULL, passed_by = NULL
    WHERE link_id IN (SELECT link_id FROM import_days WHERE import_id = ${importId})`.execute(transaction);
}

/** Resolves with the sum of the clicks. */
async function countHits(transaction: Db, importId: string): Promise<number> {
  const { rows } = await sql<{ clicks: number }>`
    WITH moved AS (
      SELECT link_id AS id, sum(clicks)::bigint AS clicks, min(day) AS first_day
      FROM import_days WHERE import_id = ${importId} GROUP BY link_id
    ), told AS (
      SELECT item.link_id AS id, item.history_total AS total, coalesce(moved.clicks, 0) AS clicks, moved.first_day
      FROM import_items AS item LEFT JOIN moved ON moved.id = item.link_id
      WHERE item.import_id = ${importId} AND (moved.id IS NOT NULL OR item.history_total IS NOT NULL)
    ), counted AS (
      UPDATE links SET pre_tracking = greatest(0, coalesce(told.total, links.pre_tracking) - told.clicks),
                       tracking_since = least(links.tracking_since, told.first_day)
      FROM told WHERE links.id = told.id
      RETURNING links.id, told.clicks
    ), added AS (
      INSERT INTO link_hits AS known (link_id, hits)
      SELECT id, clicks FROM counted WHERE clicks > 0 ORDER BY id
      ON CONFLICT (link_id) DO UPDATE SET hits = known.hits + excluded.hits
    )
    SELECT coalesce(sum(clicks), 0)::bigint AS clicks FROM counted`.execute(transaction);
  return rows[0]?.clicks ?? 0;
}

export type DaysDeps = {
  db: Db;
  writeClickRows: WriteClickRows;
  /** Its name is the key of the counts. */
  source: string;
};

/** Only while no other process goes on with the import. `onMoved` gets the sum of the clicks. */
export async function moveDays(
  deps: DaysDeps,
  running: RunningImport,
  finish: Parameters<MoveHistory>[1],
  onMoved: (clicks: number) => void,
): ReturnType<MoveHistory> {
  const { db } = deps;
  const partition = await partitionOf(db, running.id);
  return finish(async (transaction) => {
    // under the lock of the import's row: an undo waits
    await writeRows(deps, running, partition);
    await eraseDeleted(transaction, running.id);
    const clicks = await countHits(transaction, running.id);
    await finishPartition(transaction, partition);
    await transaction.deleteFrom('import_days').where('import_id', '=', running.id).execute();
    onMoved(clicks);
    return { visits: clicks };
  });
}
