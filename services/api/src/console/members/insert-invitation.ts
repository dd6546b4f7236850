// Stores an invitation to a workspace; a second one of the same e-mail address takes the place of the first.

import type { Db } from '@kurz/database';
import { sql } from 'kysely';
import { lockWorkspace } from '../workspaces/lock-workspace';
import { findUserByEmail } from '../../accounts/find-user-by-email';
import { findRole } from './find-role';
import type { GivenRole } from './given-role';

export type NewInvitation = {
  id: string;
  workspaceId: string;
  email: string;
  role: GivenRole;
  secretHash: Buffer;
  invitedBy: string;
  now: Date;
  expiresAt: Date;
};

export type InsertInvitationOutcome =
  | { kind: 'invited' }
  | { kind: 'no_such_workspace' }
  | { kind: 'is_personal' }
  | { kind: 'in_transfer' }
  | { kind: 'already_member' };

export async function insertInvitation(db: Db, invitation: NewInvitation): Promise<InsertInvitationOutcome> {
  const { id, workspaceId, email, role, secretHash, invitedBy, now, expiresAt } = invitation;
  return db.transaction().execute(async (transaction) => {
    const workspace = await lockWorkspace(transaction, workspaceId);
    if (!workspace) return { kind: 'no_such_workspace' };
    if (workspace.isPersonal) return { kind: 'is_personal' };
    if (workspace.transferToUserId !== null) return { kind: 'in_transfer' };
    const userId = await findUserByEmail(transaction, email);
    if (userId !== undefined && (await findRole(transaction, workspaceId, userId))) {
      return { kind: 'already_member' };
    }
    await transaction
      .deleteFrom('invitations')
      .where('workspace_id', '=', workspaceId)
      .where(sql`lower(email)`, '=', sql<string>`lower(${email})`)
      .execute();
    await transaction
      .insertInto('invitations')
      .values({
        id,
        workspace_id: workspaceId,
        email,
        role,
        secret_hash: secretHash,
        invited_by: invitedBy,
        expires_at: expiresAt,
        created_at: now,
      })
      .execute();
    return { kind: 'invited' };
  });
}
