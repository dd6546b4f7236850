// Begins the transfer of a workspace to another of its members: until it ends, every write in it is refused.

import type { Db } from '@kurz/database';
import { sql } from 'kysely';
import { changesOfNew, SYSTEM, type AuditActor } from '../../audit/audit-event';
import { writeAuditEvents } from '../../audit/write-audit-events';
import { findClaims } from '../../people/email-claims';
import { findUserByEmail } from '../../people/find-user-by-email';
import { lockWorkspace } from '../lock-workspace';
import { findRole } from '../members/find-members';
import { isStillAllowed } from '../members/is-still-allowed';

export type BeginTransferOutcome =
  | { kind: 'begun' }
  | { kind: 'no_such_workspace' }
  /** The actor has lost the session, or is no longer the owner. */
  | { kind: 'not_allowed' }
  /** A personal workspace stays with its person. */
  | { kind: 'is_personal' }
  | { kind: 'already_in_transfer' }
  /** A member claims that e-mail address, and nobody has verified it. */
  | { kind: 'unverified' }
  /** No person has that e-mail address. */
  | { kind: 'no_such_user' }
  | { kind: 'not_a_member' }
  | { kind: 'is_owner' };

export async function beginTransfer(
  db: Db,
  workspaceId: string,
  toEmail: string,
  by: AuditActor = SYSTEM,
): Promise<BeginTransferOutcome> {
  return db.transaction().execute(async (transaction) => {
    const workspace = await lockWorkspace(transaction, workspaceId);
    if (!workspace) return { kind: 'no_such_workspace' };
    if (!(await isStillAllowed(transaction, by, { workspaceId, role: 'owner' })))
      return { kind: 'not_allowed' };
    if (workspace.isPersonal) return { kind: 'is_personal' };
    if (workspace.transferToUserId !== null) return { kind: 'already_in_transfer' };
    const userId = await findUserByEmail(transaction, toEmail);
    if (userId === undefined) {
      for (const claim of await findClaims(transaction, toEmail.trim()))
        if (await findRole(transaction, workspaceId, claim.userId)) return { kind: 'unverified' };
      return { kind: 'no_such_user' };
    }
    if (userId === workspace.ownerId) return { kind: 'is_owner' };
    if (!(await findRole(transaction, workspaceId, userId))) return { kind: 'not_a_member' };
    await transaction
      .updateTable('workspaces')
      .set({ transfer_to_user_id: userId, transfer_started_at: sql<Date>`now()` })
      .where('id', '=', workspaceId)
      .execute();
    const subject = { subjectId: workspaceId, workspaceId };
    await writeAuditEvents(transaction, by, [
      { action: 'workspace.transfer_begun', ...subject, changes: changesOfNew({ toUserId: userId }) },
    ]);
    return { kind: 'begun' };
  });
}
