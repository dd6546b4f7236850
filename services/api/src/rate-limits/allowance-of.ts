// The allowance that an authenticated request counts against (contract §8). All tokens of a workspace share the
// workspace's allowance; a person's tokens share the person's, in whichever workspaces they act. The present plan of
// the acting workspace sets its size.

import type { Plan } from '@kurz/database';
import { planLimitsOf, type PlanTable } from '../plans/plan-table';
import type { Allowance } from './take-request';

/** `userId`: the person behind a user's token, null for a workspace's. `workspace`: the acting workspace. */
export type LimitedCaller = { userId: string | null; workspace: { id: string; plan: Plan } };

export function allowanceOf({ userId, workspace }: LimitedCaller, plans: PlanTable | undefined): Allowance {
  const key = userId === null ? `workspace:${workspace.id}` : `user:${userId}`;
  return { key, requests: planLimitsOf(workspace.plan, plans).requestsPerMinute };
}
