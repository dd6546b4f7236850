// Which allowance of new links a workspace has at a moment: whoever creates links takes it from there.

import type { ActingWorkspace } from '../access/actor';
import { quotaPeriodOf } from '../plans/billing-terms';
import { planLimitsOf, type PlanTable } from '../plans/plan-table';
import type { QuotaRequest } from './take-quota';

/** @param now ms since the epoch */
export function quotaRequestOf(
  { id, plan, billing }: ActingWorkspace,
  now: number,
  plans: PlanTable | undefined,
): QuotaRequest {
  const { isYearly, start } = quotaPeriodOf(billing, now);
  return {
    workspaceId: id,
    periodStart: start,
    limit: planLimitsOf(plan, plans).linksPerMonth * (isYearly ? 12 : 1),
  };
}
