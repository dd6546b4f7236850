// Removes rows of link_changes that the link directory has heard of.

import type { Db } from '@kurz/database';
import { sql } from 'kysely';

/** Never waits: a row that another API has locked is removed by that one. */
export async function removeChanges(db: Db, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    DELETE FROM link_changes WHERE id IN (
      SELECT id FROM link_changes WHERE id = ANY(${ids}::bigint[]) FOR UPDATE SKIP LOCKED
    )`.execute(db);
}
