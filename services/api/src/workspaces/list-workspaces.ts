// Every workspace with its owner and its present cadence, oldest first.

import type { Db, Plan } from '@kurz/database';
import { cadenceOf, type CadenceChange } from '../plans/billing-terms';
import { BILLING_COLUMNS, withBilling } from './billing-columns';

export type ListedWorkspace = {
  workspaceId: string;
  name: string;
  ownerEmail: string;
  plan: Plan;
  isYearly: boolean;
  /** Present only when a change is to come. */
  cadenceChange?: CadenceChange;
  isPersonal: boolean;
  createdAt: Date;
};

export async function listWorkspaces(db: Db): Promise<ListedWorkspace[]> {
  const rows = await db
    .selectFrom('workspaces')
    .innerJoin('users', 'users.id', 'workspaces.owner_id')
    .select([
      'workspaces.id as workspaceId',
      'workspaces.name',
      'users.email as ownerEmail',
      'workspaces.plan',
      'workspaces.is_personal as isPersonal',
      'workspaces.created_at as createdAt',
      ...BILLING_COLUMNS,
    ])
    .orderBy('workspaces.created_at')
    .orderBy('workspaces.id')
    .execute();
  const now = Date.now();
  return rows.map((row) => {
    const { billing, ...workspace } = withBilling(row);
    const { isYearly, change } = cadenceOf(billing, now);
    return { ...workspace, isYearly, ...(change && { cadenceChange: change }) };
  });
}
