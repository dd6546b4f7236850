// Links whose erasure was closed since a moment: a compaction that was writing just then may have brought rows of theirs
// back.

import type { Db } from '@kurz/database';

export async function findLatelyErased(
  db: Db,
  since: Date,
): Promise<{ linkId: string; workspaceId: string }[]> {
  return db
    .selectFrom('erasures')
    .select(['link_id as linkId', 'workspace_id as workspaceId'])
    .where('closed_at', '>=', since)
    .execute();
}
