// Reads the counts by day of an import's links from the source, link by link in the order of their ids. They wait in
// PostgreSQL, written in one transaction with the cursor, so that a killed import resumes there.

import { stageDays, type HistorySource, type LinkDays, type RunningImport } from '@kurz/api';
import type { Db } from '@kurz/database';
import { findHistoryItems, moveHistoryCursor, readHistoryCursor } from './history-cursor';

type DaysByLink = Extract<HistorySource, { kind: 'days' }>;

/** False when another process has gone on with the import, or undoes it. Throws SourceFault. */
export async function collectDays(db: Db, history: DaysByLink, running: RunningImport): Promise<boolean> {
  for (let before = await readHistoryCursor(db, running.id); ;) {
    const items = await findHistoryItems(db, running.id, before.cursor);
    const last = items.at(-1);
    if (!last) return true;
    const linkDays: LinkDays[] = [];
    for (const { linkId, key } of items)
      linkDays.push({ linkId, ...(await history.of(key, running.startedAt)) });
    const after = { cursor: last.linkId, bytes: 0 };
    const from = before;
    const isMoved = await db.transaction().execute(async (transaction) => {
      if (!(await moveHistoryCursor(transaction, running.id, from, after))) return false;
      await stageDays(transaction, running.id, linkDays);
      return true;
    });
    if (!isMoved) return false;
    before = after;
  }
}
