// Gives a member another role. What their tokens may do follows with the very next request.

import type { Db } from '@kurz/database';
import { changesBetween, SYSTEM, type AuditActor } from '../../audit/audit-event';
import { writeAuditEvents } from '../../audit/write-audit-events';
import { lockWorkspace } from '../lock-workspace';
import { findRole } from './find-members';
import type { GivenRole } from './given-role';
import { isStillAllowed } from './is-still-allowed';

export type ChangeRoleOutcome =
  | { kind: 'changed' }
  /** The actor has lost the session or the role meanwhile. */
  | { kind: 'not_allowed' }
  | { kind: 'not_a_member' }
  | { kind: 'is_owner' }
  | { kind: 'in_transfer' };

export async function changeRole(
  db: Db,
  workspaceId: string,
  userId: string,
  role: GivenRole,
  by: AuditActor = SYSTEM,
): Promise<ChangeRoleOutcome> {
  return db.transaction().execute(async (transaction) => {
    const workspace = await lockWorkspace(transaction, workspaceId);
    if (!(await isStillAllowed(transaction, by, { workspaceId, role: 'admin' })))
      return { kind: 'not_allowed' };
    if (workspace?.ownerId === userId) return { kind: 'is_owner' };
    if (workspace && workspace.transferToUserId !== null) return { kind: 'in_transfer' };
    const before = await findRole(transaction, workspaceId, userId);
    if (!before) return { kind: 'not_a_member' };
    const changes = changesBetween({ role: before }, { role });
    if (!changes) return { kind: 'changed' };
    await transaction
      .updateTable('members')
      .set({ role })
      .where('workspace_id', '=', workspaceId)
      .where('user_id', '=', userId)
      .execute();
    await writeAuditEvents(transaction, by, [
      { action: 'member.role_changed', subjectId: userId, workspaceId, changes },
    ]);
    return { kind: 'changed' };
  });
}
