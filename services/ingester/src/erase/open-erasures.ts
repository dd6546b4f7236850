// Links whose counts are still to be removed: rows of `erasures` that are not closed.

import type { Db } from '@kurz/database';
import { sql } from 'kysely';
import { LINKS_AT_ONCE } from './link-rows';

/** Where the stream ended at some moment: the end of each partition, by its number. */
export type StreamEnds = Record<string, number>;

export type OpenErasure = { linkId: string; workspaceId: string; passedBy: StreamEnds | null };

/** The oldest, as many as one statement may name. */
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

/** Notes where the stream ended when these erasures were first seen. */
export async function noteEnds(db: Db, linkIds: readonly string[], ends: StreamEnds): Promise<void> {
  await db
    .updateTable('erasures')
    .set({ passed_by: JSON.stringify(ends) })
    .where('link_id', 'in', linkIds)
    .where('closed_at', 'is', null)
    .execute();
}

/** The links have no counts left. The rows stay: a replay must still find them. */
export async function closeErasures(db: Db, linkIds: readonly string[]): Promise<void> {
  await db
    .updateTable('erasures')
    .set({ closed_at: sql<Date>`now()` })
    .where('link_id', 'in', linkIds)
    .execute();
}
