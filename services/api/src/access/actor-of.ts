// Judges what findToken found: the actor of the request, or why this token may not act there (contract §5.2, §5.4).

import { refuse, type Refusal } from '../errors/refusal';
import { planLimitsOf, type PlanTable } from '../plans/plan-table';
import type { Actor, ActingWorkspace } from './actor';
import type { FoundToken } from './find-token';
import { scopesOfRole } from './scopes-of-role';
import { unauthorized } from './unauthorized';

function workspaceOf(found: FoundToken): ActingWorkspace | undefined {
  const { workspaceId, plan, isYearly, billingAnchor, defaultZoneId, isInTransfer } = found;
  if (workspaceId === null || plan === null || isYearly === null || billingAnchor === null) return undefined;
  return { id: workspaceId, plan, isYearly, billingAnchor, defaultZoneId, isInTransfer };
}

function scopesOf(found: FoundToken): Actor['scopes'] | Refusal {
  if (found.kind === 'workspace') return found.tokenScopes;
  if (found.grantScopes === null) return refuse('NOT_GRANTED');
  if (found.role === null) return refuse('GRANT_INACTIVE');
  const most = scopesOfRole(found.role);
  return found.grantScopes.filter((scope) => most.includes(scope));
}

/** The grant is judged before the plan, so that a stranger learns nothing of a workspace's plan. */
export function actorOf(
  found: FoundToken,
  namedWorkspaceId: string | undefined,
  plans: PlanTable | undefined,
): { kind: 'actor'; actor: Actor } | Refusal {
  const workspace = workspaceOf(found);
  if (!workspace || (namedWorkspaceId !== undefined && namedWorkspaceId !== workspace.id)) {
    return refuse('NOT_GRANTED');
  }
  const scopes = scopesOf(found);
  if ('kind' in scopes) return scopes;
  if (!planLimitsOf(workspace.plan, plans).hasApi) {
    const isOwn = found.kind === 'workspace' || found.isOwnPersonal;
    return isOwn ? unauthorized('PLAN_NOT_ELIGIBLE') : refuse('PLAN_REQUIRED');
  }
  return {
    kind: 'actor',
    actor: { tokenId: found.tokenId, kind: found.kind, userId: found.userId, workspace, scopes },
  };
}
