// Moves a workspace to another plan. Tokens stop or work again with the very next request.

import type { Db, Plan } from '@kurz/database';

export type SetPlanOutcome = { kind: 'changed' } | { kind: 'no_such_workspace' };

export async function setPlan(db: Db, workspaceId: string, plan: Plan): Promise<SetPlanOutcome> {
  const changed = await db
    .updateTable('workspaces')
    .set({ plan })
    .where('id', '=', workspaceId)
    .returning('id')
    .executeTakeFirst();
  return { kind: changed ? 'changed' : 'no_such_workspace' };
}
