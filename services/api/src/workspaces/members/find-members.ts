// A workspace's members, the longest there first.

import type { Db, Role } from '@kurz/database';
import { sql } from 'kysely';

export type Member = { userId: string; email: string; isEmailProven: boolean; role: Role; joinedAt: Date };

export async function findMembers(db: Db, workspaceId: string): Promise<Member[]> {
  return db
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'members.user_id')
    .select([
      'users.id as userId',
      'users.email',
      sql<boolean>`users.email_verified_at IS NOT NULL`.as('isEmailProven'),
      'members.role',
      'members.created_at as joinedAt',
    ])
    .where('members.workspace_id', '=', workspaceId)
    .orderBy('members.created_at')
    .orderBy('users.id')
    .execute();
}

/** A person's role in a workspace. Undefined when the person is not a member. */
export async function findRole(db: Db, workspaceId: string, userId: string): Promise<Role | undefined> {
  const row = await db
    .selectFrom('members')
    .select('role')
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row?.role;
}
