// Takes an invitation back before it is accepted.

import type { Db } from '@kurz/database';
import { SYSTEM, type AuditActor } from '../../audit/audit-event';
import { writeAuditEvents } from '../../audit/write-audit-events';
import { lockWorkspace } from '../lock-workspace';

export async function withdrawInvitation(
  db: Db,
  workspaceId: string,
  invitationId: string,
  by: AuditActor = SYSTEM,
): Promise<{ kind: 'withdrawn' | 'no_such_invitation' }> {
  return db.transaction().execute(async (transaction) => {
    // an acceptance looks the invitation up again after this lock
    await lockWorkspace(transaction, workspaceId);
    const removed = await transaction
      .deleteFrom('invitations')
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', invitationId)
      .returning('id')
      .executeTakeFirst();
    if (!removed) return { kind: 'no_such_invitation' };
    await writeAuditEvents(transaction, by, [
      { action: 'invitation.withdrawn', subjectId: invitationId, workspaceId },
    ]);
    return { kind: 'withdrawn' };
  });
}
