// Asks the source for the days of an import's links, link by link in the order of their ids. What is told waits in
// PostgreSQL, in one transaction with the cursor, so that an import which was killed goes on there.

import type { CountedDays, HistorySource, RunningImport } from '@kurz/api';
import type { Db } from '@kurz/database';
import { sql } from 'kysely';
import { findHistoryItems, moveHistoryCursor, readHistoryCursor } from './history-cursor';

type DaysByLink = Extract<HistorySource, { kind: 'days' }>;
type Told = CountedDays & { linkId: string };

async function keep(transaction: Db, importId: string, told: readonly Told[]): Promise<void> {
  const rows = told.flatMap(({ linkId, days }) => days.map(({ day, clicks }) => ({ linkId, day, clicks })));
  await sql`
    INSERT INTO import_days (import_id, link_id, day, clicks)
    SELECT ${importId}, link_id, day, clicks
    FROM unnest(${rows.map(({ linkId }) => linkId)}::text[], ${rows.map(({ day }) => day)}::date[],
      ${rows.map(({ clicks }) => clicks)}::bigint[]) AS told (link_id, day, clicks)`.execute(transaction);
  const totals = told.filter(({ total }) => total !== undefined);
  await sql`
    UPDATE import_items SET history_total = told.total
    FROM unnest(${totals.map(({ linkId }) => linkId)}::text[], ${totals.map(({ total }) => total)}::bigint[])
      AS told (link_id, total)
    WHERE import_items.import_id = ${importId} AND import_items.link_id = told.link_id`.execute(transaction);
}

/** False: another process has gone on with the import, or undoes it. Throws SourceFault. */
export async function gatherDays(db: Db, history: DaysByLink, running: RunningImport): Promise<boolean> {
  for (let before = await readHistoryCursor(db, running.id); ;) {
    const items = await findHistoryItems(db, running.id, before.cursor);
    const last = items.at(-1);
    if (!last) return true;
    const told: Told[] = [];
    for (const { linkId, key } of items) told.push({ linkId, ...(await history.of(key, running.startedAt)) });
    const after = { cursor: last.linkId, bytes: 0 };
    const from = before;
    const isMoved = await db.transaction().execute(async (transaction) => {
      if (!(await moveHistoryCursor(transaction, running.id, from, after))) return false;
      await keep(transaction, running.id, told);
      return true;
    });
    if (!isMoved) return false;
    before = after;
  }
}
