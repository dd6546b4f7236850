// A person's role in a workspace. Undefined: no member.

import type { Db, Role } from '@kurz/database';

export async function findRole(db: Db, workspaceId: string, userId: string): Promise<Role | undefined> {
  const row = await db
    .selectFrom('members')
    .select('role')
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row?.role;
}
