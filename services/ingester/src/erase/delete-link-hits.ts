// Removes lifetime hits of deleted links that a transaction wrote while the deletion was under way.

import type { Db } from '@kurz/database';

export async function deleteLinkHits(db: Db, linkIds: readonly string[]): Promise<void> {
  await db.deleteFrom('link_hits').where('link_id', 'in', linkIds).execute();
}
