// Gives a member another role. What their tokens may do follows with the very next request.

import type { Db } from '@kurz/database';
import { lockWorkspace } from '../workspaces/lock-workspace';
import type { GivenRole } from './given-role';

export type ChangeRoleOutcome =
  { kind: 'changed' } | { kind: 'not_a_member' } | { kind: 'is_owner' } | { kind: 'in_transfer' };

export async function changeRole(
  db: Db,
  workspaceId: string,
  userId: string,
  role: GivenRole,
): Promise<ChangeRoleOutcome> {
  return db.transaction().execute(async (transaction) => {
    const workspace = await lockWorkspace(transaction, workspaceId);
    if (workspace?.ownerId === userId) return { kind: 'is_owner' };
    if (workspace && workspace.transferToUserId !== null) return { kind: 'in_transfer' };
    const changed = await transaction
      .updateTable('members')
      .set({ role })
      .where('workspace_id', '=', workspaceId)
      .where('user_id', '=', userId)
      .returning('user_id')
      .executeTakeFirst();
    return { kind: changed ? 'changed' : 'not_a_member' };
  });
}
