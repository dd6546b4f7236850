// Which allowance of new links a workspace has at a moment: whoever creates links takes it from there.

import type { ActingWorkspace } from '../access/actor';
import { billingPeriodOf } from '../plans/billing-period-of';
import { planLimitsOf, type PlanTable } from '../plans/plan-table';
import type { QuotaRequest } from './take-quota';

/** @param now ms since the epoch */
export function quotaRequestOf(
  { id, plan, isYearly, billingAnchor }: ActingWorkspace,
  now: number,
  plans: PlanTable | undefined,
): QuotaRequest {
  return {
    workspaceId: id,
    periodStart: billingPeriodOf(billingAnchor, isYearly, now).start,
    limit: planLimitsOf(plan, plans).linksPerMonth * (isYearly ? 12 : 1),
  };
}
