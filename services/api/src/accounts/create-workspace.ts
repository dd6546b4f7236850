// A new workspace that belongs to a person who is known already. Its billing periods are anchored on today, UTC.

import type { Db, Plan } from '@kurz/database';
import { makeId } from '@kurz/process';
import { findUserByEmail } from './find-user-by-email';

export type CreateWorkspaceOutcome = { kind: 'created'; workspaceId: string } | { kind: 'no_such_user' };

export async function createWorkspace(
  db: Db,
  workspace: { name: string; ownerEmail: string; plan: Plan; isYearly: boolean },
): Promise<CreateWorkspaceOutcome> {
  const { name, plan, isYearly } = workspace;
  return db.transaction().execute(async (transaction) => {
    const ownerId = await findUserByEmail(transaction, workspace.ownerEmail);
    if (ownerId === undefined) return { kind: 'no_such_user' };
    const workspaceId = makeId('ws');
    await transaction
      .insertInto('workspaces')
      .values({ id: workspaceId, name, owner_id: ownerId, plan, is_yearly: isYearly })
      .execute();
    await transaction
      .insertInto('members')
      .values({ workspace_id: workspaceId, user_id: ownerId, role: 'owner' })
      .execute();
    return { kind: 'created', workspaceId };
  });
}
