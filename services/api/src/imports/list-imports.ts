// The imports of a workspace, the newest first.

import type { Db } from '@kurz/database';

export type ListedImport = {
  id: string;
  source: string;
  state: 'running' | 'finished' | 'undoing' | 'undone';
  counts: Readonly<Record<string, number>>;
  createdAt: Date;
  endedAt: Date | null;
};

/** `most`: default all. */
export async function listImports(
  db: Db,
  workspaceId: string,
  { most }: { most?: number } = {},
): Promise<ListedImport[]> {
  const rows = await db
    .selectFrom('imports')
    .select(['id', 'source', 'state', 'counts', 'created_at as createdAt', 'ended_at as endedAt'])
    .where('workspace_id', '=', workspaceId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(most ?? null)
    .execute();
  return rows.map((row) => ({ ...row, counts: row.counts ?? {} }));
}
