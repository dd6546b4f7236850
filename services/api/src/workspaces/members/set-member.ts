// Makes a person a member of a workspace, or gives a member another role.

import type { Db } from '@kurz/database';
import { changesOfNew, SYSTEM, type AuditActor } from '../../audit/audit-event';
import { writeAuditEvents } from '../../audit/write-audit-events';
import { findUserByEmail } from '../../people/find-user-by-email';
import { lockWorkspace } from '../lock-workspace';
import { findRole } from './find-members';
import type { GivenRole } from './given-role';

export type SetMemberOutcome =
  | { kind: 'set' }
  | { kind: 'no_such_workspace' }
  /** No person has that e-mail address. */
  | { kind: 'no_such_user' }
  /** The owner's role moves by a transfer only. */
  | { kind: 'is_owner' }
  | { kind: 'is_personal' }
  | { kind: 'in_transfer' };

export async function setMember(
  db: Db,
  workspaceId: string,
  email: string,
  role: GivenRole,
  by: AuditActor = SYSTEM,
): Promise<SetMemberOutcome> {
  return db.transaction().execute(async (transaction) => {
    const workspace = await lockWorkspace(transaction, workspaceId);
    if (!workspace) return { kind: 'no_such_workspace' };
    const userId = await findUserByEmail(transaction, email);
    if (userId === undefined) return { kind: 'no_such_user' };
    if (userId === workspace.ownerId) return { kind: 'is_owner' };
    if (workspace.isPersonal) return { kind: 'is_personal' };
    if (workspace.transferToUserId !== null) return { kind: 'in_transfer' };
    const before = await findRole(transaction, workspaceId, userId);
    if (before === role) return { kind: 'set' };
    await transaction
      .insertInto('members')
      .values({ workspace_id: workspaceId, user_id: userId, role })
      .onConflict((conflict) => conflict.columns(['workspace_id', 'user_id']).doUpdateSet({ role }))
      .execute();
    const subject = { subjectId: userId, workspaceId };
    await writeAuditEvents(transaction, by, [
      before
        ? { action: 'member.role_changed', ...subject, changes: { role: { old: before, new: role } } }
        : { action: 'member.joined', ...subject, changes: changesOfNew({ role }) },
    ]);
    return { kind: 'set' };
  });
}
