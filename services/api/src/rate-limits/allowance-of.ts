// The allowance that a signed-in request counts against (contract §8): all tokens of a workspace share the workspace's;
// a person's tokens have the person's own, in whichever workspaces they act. How high it is, is for the plan of the
// workspace acted in to say, as it is now.

import type { Actor } from '../access/actor';
import { planLimitsOf, type PlanTable } from '../plans/plan-table';
import type { Allowance } from './take-request';

export function allowanceOf(
  { userId, workspace }: Pick<Actor, 'userId' | 'workspace'>,
  plans: PlanTable | undefined,
): Allowance {
  const key = userId === null ? `workspace:${workspace.id}` : `user:${userId}`;
  return { key, requests: planLimitsOf(workspace.plan, plans).requestsPerMinute };
}
