// Closes erasures whose links have no counts left. The rows stay: a replay must still find them.

import type { Db } from '@kurz/database';
import { sql } from 'kysely';

export async function closeErasures(db: Db, linkIds: readonly string[]): Promise<void> {
  await db
    .updateTable('erasures')
    .set({ closed_at: sql<Date>`now()` })
    .where('link_id', 'in', linkIds)
    .execute();
}
