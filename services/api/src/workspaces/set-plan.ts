// Moves a workspace to another plan. Tokens stop or work again with the very next request; another cadence, monthly or
// yearly, holds from the next billing period on.

import type { Db, Plan } from '@kurz/database';
import { SYSTEM, type AuditActor } from '../audit/audit-event';
import { cadenceOf, type CadenceChange } from '../plans/billing-terms';
import { editWorkspace } from './edit-workspace';

export type SetPlanOutcome =
  /** `cadenceChange`: a change that is still to come. */
  { kind: 'changed'; cadenceChange?: CadenceChange } | { kind: 'no_such_workspace' };

/** `isYearly`: by default the cadence stays as it is. */
export async function setPlan(
  db: Db,
  workspaceId: string,
  plan: Plan,
  by: AuditActor = SYSTEM,
  isYearly?: boolean,
): Promise<SetPlanOutcome> {
  const now = Date.now();
  const edit = { plan, ...(isYearly !== undefined && { isYearly }) };
  const outcome = await editWorkspace(db, workspaceId, edit, { action: 'workspace.plan_changed', by, now });
  if (outcome.kind !== 'changed') return outcome;
  const { change } = cadenceOf(outcome.billing, now);
  return { kind: 'changed', ...(change && { cadenceChange: change }) };
}
