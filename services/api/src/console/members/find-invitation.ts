// The invitation that a secret opens, with what the invited person wants to know of it. Undefined: none, or too late.

import type { Db } from '@kurz/database';
import { sql } from 'kysely';
import type { GivenRole } from './given-role';

export type OpenInvitation = {
  id: string;
  workspaceId: string;
  workspaceName: string;
  isInTransfer: boolean;
  email: string;
  role: GivenRole;
  expiresAt: Date;
  /** Whether the e-mail address has an account, which is then the one to accept with. */
  hasAccount: boolean;
};

export async function findInvitation(
  db: Db,
  secretHash: Buffer,
  now: Date,
): Promise<OpenInvitation | undefined> {
  const { rows } = await sql<OpenInvitation>`
    SELECT
      invitation.id,
      workspace.id AS "workspaceId",
      workspace.name AS "workspaceName",
      workspace.transfer_to_user_id IS NOT NULL AS "isInTransfer",
      invitation.email,
      invitation.role,
      invitation.expires_at AS "expiresAt",
      EXISTS (SELECT FROM users WHERE lower(users.email) = lower(invitation.email)) AS "hasAccount"
    FROM invitations AS invitation
    JOIN workspaces AS workspace ON workspace.id = invitation.workspace_id
    WHERE invitation.secret_hash = ${secretHash} AND invitation.expires_at > ${now}::timestamptz`.execute(db);
  return rows[0];
}
