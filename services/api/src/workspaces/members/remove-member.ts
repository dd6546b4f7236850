// Ends the memberships that an e-mail address has in a workspace, verified or not.

import type { Db } from '@kurz/database';
import { sql } from 'kysely';
import type { AuditActor } from '../../audit/audit-event';
import { findUserByEmail } from '../../people/find-user-by-email';
import { endMembership, type EndMembershipOutcome } from './end-membership';

export type RemoveMemberOutcome = EndMembershipOutcome | { kind: 'no_such_user' };

async function findMembersWith(db: Db, workspaceId: string, email: string): Promise<string[]> {
  const rows = await db
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'members.user_id')
    .select('users.id')
    .where('members.workspace_id', '=', workspaceId)
    .where(sql`lower(users.email)`, '=', sql<string>`lower(${email.trim()})`)
    .execute();
  return rows.map(({ id }) => id);
}

export async function removeMember(
  db: Db,
  workspaceId: string,
  email: string,
  by?: AuditActor,
): Promise<RemoveMemberOutcome> {
  const [first, ...others] = await findMembersWith(db, workspaceId, email);
  const userId = first ?? (await findUserByEmail(db, email));
  if (userId === undefined) return { kind: 'no_such_user' };
  const outcome = await endMembership(db, workspaceId, userId, by);
  for (const other of others) await endMembership(db, workspaceId, other, by);
  return outcome;
}
