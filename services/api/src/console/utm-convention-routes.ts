// The UTM conventions of a workspace in the web app: every member reads them, an owner or admin sets them.

import type { Db } from '@kurz/database';
import { auditActorOfPerson } from '../audit/audit-actor-of';
import { refuse } from '../errors/refusal';
import type { ConsoleOutcome, ConsoleRequest, WorkspaceRoute } from '../http/console-route';
import { answer } from '../http/route';
import { findUtmConventions } from '../links/utm-conventions/find-utm-conventions';
import { validateUtmConventions } from '../links/utm-conventions/validate-utm-conventions';
import { setUtmConventions } from '../links/utm-conventions/set-utm-conventions';
import { planLimitsOf, type PlanTable } from '../plans/plan-table';
import { consolePaths } from './console-paths';

export function makeUtmConventionRoutes(
  { db }: { db: Db },
  { plans }: { plans?: PlanTable },
): WorkspaceRoute[] {
  /** `conventions` is null when none were set. On a plan without them they are kept, but apply to nothing. */
  async function read({ workspace }: ConsoleRequest): Promise<ConsoleOutcome> {
    const { hasUtmConventions: isInPlan } = planLimitsOf(workspace.plan, plans);
    const conventions = await findUtmConventions(db, workspace.id);
    return answer(200, { conventions: conventions ?? null, isInPlan });
  }

  async function replace(request: ConsoleRequest): Promise<ConsoleOutcome> {
    const { workspace, body } = request;
    const { hasUtmConventions: isInPlan } = planLimitsOf(workspace.plan, plans);
    if (!isInPlan) return refuse('UTM_CONVENTIONS_NOT_IN_PLAN');
    const validated = validateUtmConventions(body);
    if (validated.kind === 'faulty') return refuse('VALIDATION_FAILED', validated.fault);
    const outcome = await setUtmConventions(
      db,
      workspace.id,
      validated.conventions,
      auditActorOfPerson(request),
    );
    if (outcome.kind === 'no_such_workspace') return refuse('WORKSPACE_NOT_FOUND');
    return answer(200, { conventions: validated.conventions, isInPlan });
  }

  const path = consolePaths.utmConventions;
  return [
    { method: 'GET', path, access: { role: 'viewer' }, isWrite: false, handle: read },
    { method: 'PUT', path, access: { role: 'admin' }, isWrite: true, handle: replace },
  ];
}
