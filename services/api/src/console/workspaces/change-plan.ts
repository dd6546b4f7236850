// Moves a workspace to another plan, paid by the month or the year. It counts from the very next request.

import type { Db, Plan } from '@kurz/database';

export async function changePlan(
  db: Db,
  workspaceId: string,
  { plan, isYearly }: { plan: Plan; isYearly: boolean },
): Promise<void> {
  await db
    .updateTable('workspaces')
    .set({ plan, is_yearly: isYearly })
    .where('id', '=', workspaceId)
    .execute();
}
