// The invitations to a workspace that can still be accepted, newest first.

import type { Db } from '@kurz/database';
import type { GivenRole } from './given-role';

export type Invitation = {
  id: string;
  email: string;
  role: GivenRole;
  /** The secret went to the address alone. */
  isMailed: boolean;
  createdAt: Date;
  expiresAt: Date;
};

export async function findInvitations(db: Db, workspaceId: string, now: Date): Promise<Invitation[]> {
  return db
    .selectFrom('invitations')
    .select([
      'id',
      'email',
      'role',
      'is_mailed as isMailed',
      'created_at as createdAt',
      'expires_at as expiresAt',
    ])
    .where('workspace_id', '=', workspaceId)
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
}
