// The invitation that a secret opens, with what it shows to the invited person. Undefined when none is open.

import type { Db } from '@kurz/database';
import { sql } from 'kysely';
import type { GivenRole } from './given-role';

export type OpenInvitation = {
  id: string;
  workspaceId: string;
  workspaceName: string;
  isInTransfer: boolean;
  isSuspended: boolean;
  email: string;
  role: GivenRole;
  /** The secret went to the address alone, so its holder has the address. */
  isMailed: boolean;
  expiresAt: Date;
  /** Whether an account has verified the e-mail address. The invitation is then to be accepted with that account. */
  hasAccount: boolean;
};

export async function findInvitation(
  db: Db,
  secretHashes: readonly Buffer[],
  now: Date,
): Promise<OpenInvitation | undefined> {
  const { rows } = await sql<OpenInvitation>`
    SELECT
      invitation.id,
      workspace.id AS "workspaceId",
      workspace.name AS "workspaceName",
      workspace.transfer_to_user_id IS NOT NULL AS "isInTransfer",
      workspace.suspended_at IS NOT NULL AS "isSuspended",
      invitation.email,
      invitation.role,
      invitation.is_mailed AS "isMailed",
      invitation.expires_at AS "expiresAt",
      EXISTS (
        SELECT FROM users
        WHERE lower(users.email) = lower(invitation.email) AND users.email_verified_at IS NOT NULL
      ) AS "hasAccount"
    FROM invitations AS invitation
    JOIN workspaces AS workspace ON workspace.id = invitation.workspace_id
    WHERE invitation.secret_hash IN (${sql.join(secretHashes)}) AND invitation.expires_at > ${now}::timestamptz`.execute(
    db,
  );
  return rows[0];
}
