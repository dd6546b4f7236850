// Moves the counts by day of the links that an import has made. They go to ClickHouse as one batch of a partition of their
// own, which nothing reads before PostgreSQL says that it is finished. That, the hits and the end of the import are one
// transaction; the same rows written again replace themselves. So they count once, whatever is killed when.

import type { MoveHistory, RunningImport, WriteClickRows } from '@kurz/api';
import { IMPORTED } from '@kurz/click-event';
import { TableLines } from '@kurz/click-tables';
import type { Db } from '@kurz/database';
import { sql } from 'kysely';
import { nextImportId } from '../visits-import/import-visits';

type Row = { linkId: string; day: string; clicks: number };

const ROWS_AT_ONCE = 10_000;
const BATCH = 0;
const BATCH_END = 1;
/** As of every finished partition. */
const NOTHING_AWAITED = '9999-12-31T00:00:00Z';

/** Noted before anything is written: a second try writes to the same. */
async function partitionOf(db: Db, importId: string): Promise<number> {
  const row = await db
    .selectFrom('imports')
    .select('history_partition')
    .where('id', '=', importId)
    .executeTakeFirst();
  if (row?.history_partition) return row.history_partition;
  const partition = await nextImportId(db);
  await db.updateTable('imports').set({ history_partition: partition }).where('id', '=', importId).execute();
  return partition;
}

async function findRows(db: Db, importId: string, after: Row | undefined): Promise<Row[]> {
  const { rows } = await sql<Row>`
    SELECT link_id AS "linkId", to_char(day, 'YYYY-MM-DD') AS day, clicks FROM import_days
    WHERE import_id = ${importId} AND (link_id, day) > (${after?.linkId ?? ''}, ${after?.day ?? '0001-01-01'}::date)
    ORDER BY link_id, day LIMIT ${ROWS_AT_ONCE}`.execute(db);
  return rows;
}

function linesOf(rows: readonly Row[], workspaceId: string, partition: number, source?: string): Buffer {
  const lines = new TableLines();
  for (const { linkId, day, clicks } of rows) {
    lines.field(workspaceId);
    lines.field(linkId);
    lines.number(partition, false);
    lines.number(BATCH, false);
    lines.field(day);
    if (source === undefined) {
      lines.number(clicks, false);
      lines.number(0, false);
      lines.number(0, true);
    } else {
      lines.field(IMPORTED);
      lines.field(source);
      lines.number(clicks, true);
    }
  }
  return Buffer.from(lines.bytes());
}

async function writeRows(
  { db, writeClickRows, source }: DaysDeps,
  { id, workspaceId }: RunningImport,
  partition: number,
): Promise<void> {
  for (let last: Row | undefined; ;) {
    const rows = await findRows(db, id, last);
    last = rows.at(-1);
    if (!last) return;
    await writeClickRows('clicks_daily', linesOf(rows, workspaceId, partition));
    await writeClickRows('clicks_daily_by', linesOf(rows, workspaceId, partition, source));
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
    await transaction
      .insertInto('stream_progress')
      .values({ stream_partition: partition, position: BATCH_END, consolidated_until: NOTHING_AWAITED })
      .execute();
    await transaction.deleteFrom('import_days').where('import_id', '=', running.id).execute();
    onMoved(clicks);
    return { visits: clicks };
  });
}
