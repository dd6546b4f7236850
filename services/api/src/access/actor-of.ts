// Checks what findToken found: the actor of the request, or why this token may not act there (contract §5.2, §5.4).

import { refuse, type Refusal } from '../errors/refusal';
import { planLimitsOf, type PlanTable } from '../plans/plan-table';
import { actingWorkspaceOf } from './acting-workspace-rows';
import type { Actor } from './actor';
import type { FoundToken } from './find-token';
import { scopesOfRole } from './scopes';

/** A 401, which has to name the authentication scheme (RFC 9110 §11.6.1). */
export function unauthorized(code: 'UNAUTHORIZED' | 'PLAN_NOT_ELIGIBLE'): Refusal {
  return refuse(code, {}, { 'WWW-Authenticate': 'Bearer realm="kurz"' });
}

function scopesOf(found: FoundToken): Pick<Actor, 'scopes' | 'withheld'> | Refusal {
  if (found.kind === 'workspace') return { scopes: found.tokenScopes };
  if (found.grantScopes === null) return refuse('NOT_GRANTED');
  if (found.role === null) return refuse('GRANT_INACTIVE');
  const most = scopesOfRole(found.role);
  const { grantScopes, role } = found;
  return {
    scopes: grantScopes.filter((scope) => most.includes(scope)),
    withheld: { role, scopes: grantScopes.filter((scope) => !most.includes(scope)) },
  };
}

/** The grant is validated before the plan, so that an outsider cannot find out a workspace's plan. */
export function actorOf(
  found: FoundToken,
  namedWorkspaceId: string | undefined,
  plans: PlanTable | undefined,
): { kind: 'actor'; actor: Actor } | Refusal {
  const workspace = actingWorkspaceOf(found);
  if (!workspace || (namedWorkspaceId !== undefined && namedWorkspaceId !== workspace.id)) {
    return refuse('NOT_GRANTED');
  }
  const capped = scopesOf(found);
  if ('kind' in capped) return capped;
  if (found.isSuspended) return refuse('WORKSPACE_SUSPENDED');
  if (!planLimitsOf(workspace.plan, plans).hasApi) {
    const isOwn = found.kind === 'workspace' || found.isOwnPersonal;
    return isOwn ? unauthorized('PLAN_NOT_ELIGIBLE') : refuse('PLAN_REQUIRED');
  }
  const { tokenId, kind, userId, ownerId } = found;
  return {
    kind: 'actor',
    actor: { tokenId, kind, userId, ownerId, workspace, ...capped },
  };
}
