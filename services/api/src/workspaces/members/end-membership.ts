// Ends a person's membership: removing and leaving are the same. Grants of their tokens stay on the tokens and are
// inactive from the next request on; they count again should the person come back.

import type { Db } from '@kurz/database';
import { SYSTEM, type AuditActor } from '../../audit/audit-event';
import { writeAuditEvents } from '../../audit/write-audit-events';
import { sessionOf } from '../../sessions/is-session-open';
import { lockWorkspace } from '../lock-workspace';
import { isStillAllowed } from './is-still-allowed';

export type EndMembershipOutcome =
  | { kind: 'removed' }
  | { kind: 'no_such_workspace' }
  /** The actor, who removes another person, has lost the session or the role meanwhile. */
  | { kind: 'not_allowed' }
  | { kind: 'not_a_member' }
  /** The owner can leave only after a transfer. */
  | { kind: 'is_owner' }
  | { kind: 'in_transfer' };

export async function endMembership(
  db: Db,
  workspaceId: string,
  userId: string,
  by: AuditActor = SYSTEM,
): Promise<EndMembershipOutcome> {
  return db.transaction().execute(async (transaction) => {
    const workspace = await lockWorkspace(transaction, workspaceId);
    if (!workspace) return { kind: 'no_such_workspace' };
    const isOther = sessionOf(by)?.userId !== userId;
    if (isOther && !(await isStillAllowed(transaction, by, { workspaceId, role: 'admin' })))
      return { kind: 'not_allowed' };
    if (userId === workspace.ownerId) return { kind: 'is_owner' };
    if (workspace.transferToUserId !== null) return { kind: 'in_transfer' };
    const removed = await transaction
      .deleteFrom('members')
      .where('workspace_id', '=', workspaceId)
      .where('user_id', '=', userId)
      .returning('role')
      .executeTakeFirst();
    if (!removed) return { kind: 'not_a_member' };
    const changes = { role: { old: removed.role } };
    await writeAuditEvents(transaction, by, [
      { action: 'member.removed', subjectId: userId, workspaceId, changes },
    ]);
    return { kind: 'removed' };
  });
}
