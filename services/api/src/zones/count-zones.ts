// Counts a workspace's own domains, for the limit of its plan.

import type { Db } from '@kurz/database';

export async function countZones(db: Db, workspaceId: string): Promise<number> {
  const { count } = await db
    .selectFrom('zones')
    .select((column) => column.fn.countAll<number>().as('count'))
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirstOrThrow();
  return Number(count);
}
