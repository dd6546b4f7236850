// The allowance that a signed-in request counts against (contract §8): all tokens of a workspace share the workspace's;
// a person's tokens have the person's own, in whichever workspaces they act. The present plan of the workspace acted in
// says how high it is.

import type { Plan } from '@kurz/database';
import { planLimitsOf, type PlanTable } from '../plans/plan-table';
import type { Allowance } from './take-request';

/** `userId`: the person behind a user's token, null for a workspace's. `workspace`: the one acted in. */
export type LimitedCaller = { userId: string | null; workspace: { id: string; plan: Plan } };

export function allowanceOf({ userId, workspace }: LimitedCaller, plans: PlanTable | undefined): Allowance {
  const key = userId === null ? `workspace:${workspace.id}` : `user:${userId}`;
  return { key, requests: planLimitsOf(workspace.plan, plans).requestsPerMinute };
}
