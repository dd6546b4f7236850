// Reads how many new links a workspace has had in a billing period; creating one counts it there.

import type { Db } from '@kurz/database';

export async function findUsedLinks(
  db: Db,
  { workspaceId, periodStart }: { workspaceId: string; periodStart: Date },
): Promise<number> {
  const row = await db
    .selectFrom('link_quota')
    .select('used')
    .where('workspace_id', '=', workspaceId)
    .where('period_start', '=', periodStart)
    .executeTakeFirst();
  return row?.used ?? 0;
}
