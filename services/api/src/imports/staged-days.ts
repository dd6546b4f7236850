// Stages the clicks by day that a source has told of an import's links, until they are moved (moveDays).

import type { Db } from '@kurz/database';
import { sql } from 'kysely';
import type { CountedDays } from './import-source';

export type LinkDays = CountedDays & { linkId: string };

/** As many as the API's statement timeout allows. */
const ROWS_AT_ONCE = 10_000;
const LINKS_AT_ONCE = 1_000;

/** Runs in the transaction that notes how far the source is read. */
export async function stageDays(
  transaction: Db,
  importId: string,
  linkDays: readonly LinkDays[],
): Promise<void> {
  const rows = linkDays.flatMap(({ linkId, days }) =>
    days.map(({ day, clicks, facts }) => ({
      linkId,
      day,
      clicks,
      facts: facts ? JSON.stringify(facts) : null,
    })),
  );
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
    const some = rows.slice(at, at + ROWS_AT_ONCE);
    await sql`
      INSERT INTO import_days (import_id, link_id, day, clicks, facts)
      SELECT ${importId}, link_id, day, clicks, facts::json
      FROM unnest(${some.map(({ linkId }) => linkId)}::text[], ${some.map(({ day }) => day)}::date[],
        ${some.map(({ clicks }) => clicks)}::bigint[], ${some.map(({ facts }) => facts)}::text[])
        AS told (link_id, day, clicks, facts)`.execute(transaction);
  }
  const totals = linkDays.filter(({ total }) => total !== undefined);
  if (totals.length === 0) return;
  await sql`
    UPDATE import_items SET history_total = told.total
    FROM unnest(${totals.map(({ linkId }) => linkId)}::text[], ${totals.map(({ total }) => total)}::bigint[])
      AS told (link_id, total)
    WHERE import_items.import_id = ${importId} AND import_items.link_id = told.link_id`.execute(transaction);
}

/** The next links with staged days: the same until their days are forgotten, even if links are deleted meanwhile. */
export async function findLinksWithDays(db: Db, importId: string, after: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT DISTINCT link_id AS id FROM (
      SELECT link_id FROM import_days WHERE import_id = ${importId} AND link_id > ${after}
      ORDER BY link_id, day LIMIT ${ROWS_AT_ONCE}
    ) AS told ORDER BY link_id LIMIT ${LINKS_AT_ONCE}`.execute(db);
  return rows.map(({ id }) => id);
}

/** The next links for which the source has told a total. */
export async function findLinksWithTotals(db: Db, importId: string, after: string): Promise<string[]> {
  const rows = await db
    .selectFrom('import_items')
    .select('link_id as id')
    .where('import_id', '=', importId)
    .where('history_total', 'is not', null)
    .where('link_id', '>', after)
    .orderBy('link_id')
    .limit(LINKS_AT_ONCE)
    .execute();
  return rows.map(({ id }) => id);
}

export type DaysOfLinks = { importId: string; ids: readonly string[] };

/** Reopens the erasures of links that are deleted by now: what may have been written of them is erased. */
export async function reopenErasures(db: Db, ids: readonly string[]): Promise<void> {
  await sql`
    UPDATE erasures SET closed_at = NULL, passed_by = NULL, cleared_shards = '{}'
    WHERE link_id = ANY(${ids}::text[])`.execute(db);
}

/** Forgets the days and totals of the links. Rows that a run may have left of links deleted by now are erased. */
export async function forgetDays(transaction: Db, { importId, ids }: DaysOfLinks): Promise<void> {
  const ofLinks = sql`import_id = ${importId} AND link_id = ANY(${ids}::text[])`;
  await reopenErasures(transaction, ids);
  await sql`DELETE FROM import_days WHERE ${ofLinks}`.execute(transaction);
  await sql`
    UPDATE import_items SET history_total = NULL WHERE ${ofLinks} AND history_total IS NOT NULL`.execute(
    transaction,
  );
}
