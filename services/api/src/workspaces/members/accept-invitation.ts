// Makes the invited person a member and uses the invitation up.

import type { Db } from '@kurz/database';
import { changesOfNew, type AuditActor } from '../../audit/audit-event';
import { writeAuditEvents } from '../../audit/write-audit-events';
import { markEmailVerified } from '../../people/mark-email-verified';
import { lockWorkspace } from '../lock-workspace';
import { findInvitation, type OpenInvitation } from './find-invitation';
import type { GivenRole } from './given-role';

export type AcceptInvitationOutcome =
  | { kind: 'joined'; workspaceId: string; role: GivenRole }
  | { kind: 'no_such_invitation' }
  | { kind: 'for_another' }
  /** It is not verified that the invited address is this person's. */
  | { kind: 'unverified' }
  | { kind: 'already_member' }
  | { kind: 'in_transfer' }
  /** The operator suspended the workspace. */
  | { kind: 'suspended' };

export type LockedInvitation =
  OpenInvitation | { kind: 'no_such_invitation' } | { kind: 'in_transfer' } | { kind: 'suspended' };

/** Within a transaction: locks the invitation against concurrent use. */
export async function lockInvitation(
  transaction: Db,
  secretHashes: readonly Buffer[],
  now: Date,
): Promise<LockedInvitation> {
  const named = await findInvitation(transaction, secretHashes, now);
  if (!named) return { kind: 'no_such_invitation' };
  const workspace = await lockWorkspace(transaction, named.workspaceId);
  // read again, because it may have been withdrawn or used while the lock was awaited
  const invitation = await findInvitation(transaction, secretHashes, now);
  if (!workspace || !invitation) return { kind: 'no_such_invitation' };
  if (workspace.isSuspended) return { kind: 'suspended' };
  return workspace.transferToUserId === null ? invitation : { kind: 'in_transfer' };
}

/** Within the transaction that locked the invitation. `by`: default the person. */
export async function join(
  transaction: Db,
  { id, workspaceId, role }: OpenInvitation,
  userId: string,
  by: AuditActor = { kind: 'user', userId },
): Promise<Extract<AcceptInvitationOutcome, { kind: 'joined' | 'already_member' }>> {
  await transaction.deleteFrom('invitations').where('id', '=', id).execute();
  const joined = await transaction
    .insertInto('members')
    .values({ workspace_id: workspaceId, user_id: userId, role })
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .executeTakeFirst();
  if (!joined) return { kind: 'already_member' };
  const changes = changesOfNew({ role, invitationId: id });
  await writeAuditEvents(transaction, by, [
    { action: 'member.joined', subjectId: userId, workspaceId, changes },
  ]);
  return { kind: 'joined', workspaceId, role };
}

export async function acceptInvitation(
  db: Db,
  acceptance: {
    secretHashes: readonly Buffer[];
    user: { id: string; email: string; isEmailProven: boolean };
    now: Date;
  },
  by?: AuditActor,
): Promise<AcceptInvitationOutcome> {
  const { secretHashes, user, now } = acceptance;
  return db.transaction().execute(async (transaction) => {
    const invitation = await lockInvitation(transaction, secretHashes, now);
    if ('kind' in invitation) return invitation;
    if (invitation.email.toLowerCase() !== user.email.toLowerCase()) return { kind: 'for_another' };
    if (!user.isEmailProven) {
      if (!invitation.isMailed) return { kind: 'unverified' };
      const { id: userId, email } = user;
      const marked = await markEmailVerified(transaction, { userId, email, now }, by);
      if (marked.kind !== 'verified') return { kind: 'for_another' };
    }
    return join(transaction, invitation, user.id, by);
  });
}
