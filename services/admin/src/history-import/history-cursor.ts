// How far the history of a running import has been read, link by link in the order of their ids.

import type { Db } from '@kurz/database';
import { sql } from 'kysely';

export type HistoryItem = { linkId: string; key: string };
/** `bytes`: the length of the spool file of visits; 0 without one. */
export type HistoryCursor = { cursor: string; bytes: number };

/** The most links whose history must be read again after a kill. */
export const ITEMS_AT_ONCE = 20;

/** The next items whose links still exist. */
export async function findHistoryItems(db: Db, importId: string, after: string): Promise<HistoryItem[]> {
  const { rows } = await sql<HistoryItem>`
    SELECT item.link_id AS "linkId", item.history_key AS key FROM import_items AS item
    JOIN links ON links.id = item.link_id
    WHERE item.import_id = ${importId} AND item.link_id > ${after} AND item.history_key IS NOT NULL
    ORDER BY item.link_id LIMIT ${ITEMS_AT_ONCE}`.execute(db);
  return rows;
}

export async function readHistoryCursor(db: Db, importId: string): Promise<HistoryCursor> {
  const row = await db
    .selectFrom('imports')
    .select(['history_cursor as cursor', 'history_bytes as bytes'])
    .where('id', '=', importId)
    .executeTakeFirst();
  return row ?? { cursor: '', bytes: 0 };
}

/** False when another process has gone on with the import, or undoes it. */
export async function moveHistoryCursor(
  db: Db,
  importId: string,
  before: HistoryCursor,
  after: HistoryCursor,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('imports')
    .set({ history_cursor: after.cursor, history_bytes: after.bytes })
    .where('id', '=', importId)
    .where('state', '=', 'running')
    .where('history_cursor', '=', before.cursor)
    .where('history_bytes', '=', before.bytes)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
