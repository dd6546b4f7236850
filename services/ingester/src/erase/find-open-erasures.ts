// The oldest links whose counts are still to be removed.

import type { Db } from '@kurz/database';
import { LINKS_AT_ONCE } from './in-parts';
import type { StreamEnds } from './stream-ends';

export type OpenErasure = { linkId: string; workspaceId: string; passedBy: StreamEnds | null };

export async function findOpenErasures(db: Db): Promise<OpenErasure[]> {
  const rows = await db
    .selectFrom('erasures')
    .select(['link_id', 'workspace_id', 'passed_by'])
    .where('closed_at', 'is', null)
    .orderBy('deleted_at')
    .orderBy('link_id')
    .limit(LINKS_AT_ONCE)
    .execute();
  return rows.map((row) => ({ linkId: row.link_id, workspaceId: row.workspace_id, passedBy: row.passed_by }));
}
