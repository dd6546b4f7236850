// Makes the invited person a member and uses the invitation up.

import type { Db } from '@kurz/database';
import { lockWorkspace } from '../workspaces/lock-workspace';
import { findInvitation } from './find-invitation';
import type { GivenRole } from './given-role';

export type AcceptInvitationOutcome =
  | { kind: 'joined'; workspaceId: string; role: GivenRole }
  | { kind: 'no_such_invitation' }
  | { kind: 'for_another' }
  | { kind: 'already_member' }
  | { kind: 'in_transfer' };

export async function acceptInvitation(
  db: Db,
  acceptance: { secretHash: Buffer; user: { id: string; email: string }; now: Date },
): Promise<AcceptInvitationOutcome> {
  const { secretHash, user, now } = acceptance;
  return db.transaction().execute(async (transaction) => {
    const named = await findInvitation(transaction, secretHash, now);
    if (!named) return { kind: 'no_such_invitation' };
    const workspace = await lockWorkspace(transaction, named.workspaceId);
    // again, because it may have been withdrawn or used while the lock was awaited
    const invitation = await findInvitation(transaction, secretHash, now);
    if (!workspace || !invitation) return { kind: 'no_such_invitation' };
    if (invitation.email.toLowerCase() !== user.email.toLowerCase()) return { kind: 'for_another' };
    if (workspace.transferToUserId !== null) return { kind: 'in_transfer' };
    const { workspaceId, role } = invitation;
    await transaction.deleteFrom('invitations').where('id', '=', invitation.id).execute();
    const joined = await transaction
      .insertInto('members')
      .values({ workspace_id: workspaceId, user_id: user.id, role })
      .onConflict((conflict) => conflict.doNothing())
      .returning('user_id')
      .executeTakeFirst();
    return joined ? { kind: 'joined', workspaceId, role } : { kind: 'already_member' };
  });
}
