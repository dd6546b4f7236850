// Every workspace with its owner, oldest first.

import type { Db, Plan } from '@kurz/database';

export type ListedWorkspace = {
  workspaceId: string;
  name: string;
  ownerEmail: string;
  plan: Plan;
  isYearly: boolean;
  isPersonal: boolean;
  createdAt: Date;
};

export async function listWorkspaces(db: Db): Promise<ListedWorkspace[]> {
  return db
    .selectFrom('workspaces')
    .innerJoin('users', 'users.id', 'workspaces.owner_id')
    .select([
      'workspaces.id as workspaceId',
      'workspaces.name',
      'users.email as ownerEmail',
      'workspaces.plan',
      'workspaces.is_yearly as isYearly',
      'workspaces.is_personal as isPersonal',
      'workspaces.created_at as createdAt',
    ])
    .orderBy('workspaces.created_at')
    .orderBy('workspaces.id')
    .execute();
}
