// Notes where the stream ended when these erasures were first seen.

import type { Db } from '@kurz/database';
import type { StreamEnds } from './stream-ends';

export async function notePassedBy(db: Db, linkIds: readonly string[], ends: StreamEnds): Promise<void> {
  await db
    .updateTable('erasures')
    .set({ passed_by: JSON.stringify(ends) })
    .where('link_id', 'in', linkIds)
    .where('closed_at', 'is', null)
    .execute();
}
