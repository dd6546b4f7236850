// Stores a new person with their personal workspace, on the plan free.

import { chooseShard, type Db } from '@kurz/database';
import { makeId } from '@kurz/process';
import type { AuditActor } from '../audit/audit-event';
import { writeAuditEvents } from '../audit/write-audit-events';

export type NewUser = {
  email: string;
  /** Null: the person cannot sign in with a password. */
  passwordHash: string | null;
  /** When the address was verified to be the person's; null: it was not. */
  emailVerifiedAt: Date | null;
};

export type InsertedUser = { userId: string; personalWorkspaceId: string };

/** Within a transaction that holds the address's lock. `by`: default the new person. */
export async function insertUser(transaction: Db, user: NewUser, by?: AuditActor): Promise<InsertedUser> {
  const userId = makeId('usr');
  const personalWorkspaceId = makeId('ws');
  await transaction
    .insertInto('users')
    .values({
      id: userId,
      email: user.email,
      password_hash: user.passwordHash,
      email_verified_at: user.emailVerifiedAt,
    })
    .execute();
  await transaction
    .insertInto('workspaces')
    .values({
      id: personalWorkspaceId,
      name: 'Personal',
      owner_id: userId,
      is_personal: true,
      plan: 'free',
      shard: await chooseShard(transaction, personalWorkspaceId),
    })
    .execute();
  await transaction
    .insertInto('members')
    .values({ workspace_id: personalWorkspaceId, user_id: userId, role: 'owner' })
    .execute();
  await writeAuditEvents(transaction, by ?? { kind: 'user', userId }, [
    { action: 'user.created', subjectId: userId, workspaceId: null },
    { action: 'workspace.created', subjectId: personalWorkspaceId, workspaceId: personalWorkspaceId },
  ]);
  return { userId, personalWorkspaceId };
}
