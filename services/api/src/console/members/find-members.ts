// A workspace's members, the longest there first.

import type { Db, Role } from '@kurz/database';

export type Member = { userId: string; email: string; role: Role; joinedAt: Date };

export async function findMembers(db: Db, workspaceId: string): Promise<Member[]> {
  return db
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'members.user_id')
    .select(['users.id as userId', 'users.email', 'members.role', 'members.created_at as joinedAt'])
    .where('members.workspace_id', '=', workspaceId)
    .orderBy('members.created_at')
    .orderBy('users.id')
    .execute();
}
