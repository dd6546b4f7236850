// What the API has committed and the link directory has not heard of yet.

import type { Db } from '@kurz/database';

export type WaitingChange = { id: number; zoneId: string; slug: string | null };

/** The oldest ones; empty nearly always. */
export function readWaitingChanges(db: Db, limit: number): Promise<WaitingChange[]> {
  return db
    .selectFrom('link_changes')
    .select(['id', 'zone_id as zoneId', 'slug'])
    .orderBy('id')
    .limit(limit)
    .execute();
}
