// The workspaces that a person is a member of, the personal one first, then by name.

import type { Db, Plan, Role } from '@kurz/database';
import { sql } from 'kysely';
import type { BillingTerms } from '../plans/billing-terms';
import { BILLING_COLUMNS, withBilling } from './billing-columns';

export type WorkspaceOfPerson = {
  id: string;
  name: string;
  plan: Plan;
  billing: BillingTerms;
  isPersonal: boolean;
  role: Role;
  transferToUserId: string | null;
  isSuspended: boolean;
  requiresSecondFactor: boolean;
};

export async function findWorkspacesOf(db: Db, userId: string): Promise<WorkspaceOfPerson[]> {
  const rows = await db
    .selectFrom('members')
    .innerJoin('workspaces', 'workspaces.id', 'members.workspace_id')
    .select([
      'workspaces.id',
      'workspaces.name',
      'workspaces.plan',
      ...BILLING_COLUMNS,
      'workspaces.is_personal as isPersonal',
      'members.role',
      'workspaces.transfer_to_user_id as transferToUserId',
      'workspaces.requires_second_factor as requiresSecondFactor',
      sql<boolean>`workspaces.suspended_at IS NOT NULL`.as('isSuspended'),
    ])
    .where('members.user_id', '=', userId)
    .orderBy('workspaces.is_personal', 'desc')
    .orderBy('workspaces.name')
    .orderBy('workspaces.id')
    .execute();
  return rows.map(withBilling);
}
