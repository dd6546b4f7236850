// The workspaces that a person is a member of, the personal one first, then by name.

import type { Db, Plan, Role } from '@kurz/database';

export type WorkspaceOfPerson = {
  id: string;
  name: string;
  plan: Plan;
  isYearly: boolean;
  isPersonal: boolean;
  role: Role;
  transferToUserId: string | null;
};

export async function findWorkspacesOf(db: Db, userId: string): Promise<WorkspaceOfPerson[]> {
  return db
    .selectFrom('members')
    .innerJoin('workspaces', 'workspaces.id', 'members.workspace_id')
    .select([
      'workspaces.id',
      'workspaces.name',
      'workspaces.plan',
      'workspaces.is_yearly as isYearly',
      'workspaces.is_personal as isPersonal',
      'members.role',
      'workspaces.transfer_to_user_id as transferToUserId',
    ])
    .where('members.user_id', '=', userId)
    .orderBy('workspaces.is_personal', 'desc')
    .orderBy('workspaces.name')
    .orderBy('workspaces.id')
    .execute();
}
