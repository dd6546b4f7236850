// The endpoints about workspaces: those of the person, a new one, its name and its plan.

import type { Db, Plan } from '@kurz/database';
import type { Clock } from '@kurz/process';
import { auditActorOfPerson } from '../audit/audit-actor-of';
import { refuse, type Refusal } from '../errors/refusal';
import { makeBodyReader } from '../http/body-reader';
import type { ConsoleOutcome, ConsoleRequest, ConsoleRoute, UserRequest } from '../http/console-route';
import { answer } from '../http/route';
import type { PeopleLimits } from '../people/people-limits';
import { createWorkspace } from '../workspaces/create-workspace';
import { editWorkspace } from '../workspaces/edit-workspace';
import { findWorkspacesOf } from '../workspaces/find-workspaces-of';
import { validateWorkspaceName } from '../workspaces/validate-workspace-name';
import { workspaceViewOf } from '../workspaces/workspace-view-of';
import { findTransfer, transferViewOf } from '../workspaces/transfer/find-transfer';
import { consolePaths } from './console-paths';

const plans: readonly Plan[] = ['free', 'basic', 'pro', 'team', 'business'];

const readBody = makeBodyReader<{ plan: string; isYearly?: boolean }>({
  type: 'object',
  required: ['plan'],
  properties: { plan: { type: 'string' }, isYearly: { type: 'boolean' } },
});

/** Default: monthly. */
function readPlanChange(body: unknown): { kind: 'plan_change'; plan: Plan; isYearly: boolean } | Refusal {
  const read = readBody(body);
  if (read.kind === 'refused') return read;
  const plan = plans.find((known) => known === read.body.plan);
  if (!plan) return refuse('VALIDATION_FAILED', { field: 'plan', reason: 'unknown_plan' });
  return { kind: 'plan_change', plan, isYearly: read.body.isYearly ?? false };
}

/** What a workspace starts with; every other plan is chosen later. */
const FIRST_PLAN = { plan: 'free', isYearly: false } as const;

export function makeWorkspaceRoutes(
  { db, clock }: { db: Db; clock: Clock },
  { planChoice, maxWorkspaces }: Pick<PeopleLimits, 'planChoice' | 'maxWorkspaces'>,
): ConsoleRoute[] {
  async function list({ user }: UserRequest): Promise<ConsoleOutcome> {
    const found = await findWorkspacesOf(db, user.id);
    const now = clock.now();
    const workspaces = found.map((workspace) =>
      workspaceViewOf({ ...workspace, isInTransfer: workspace.transferToUserId !== null }, now),
    );
    return answer(200, { workspaces });
  }

  async function create(request: UserRequest): Promise<ConsoleOutcome> {
    const { user, body } = request;
    const read = validateWorkspaceName(body);
    if (read.kind === 'refused') return read;
    const { name } = read;
    const made = { name, ownerId: user.id, ...FIRST_PLAN, most: maxWorkspaces };
    const created = await createWorkspace(db, made, auditActorOfPerson(request));
    if (created.kind === 'too_many') return refuse('WORKSPACE_LIMIT_REACHED', { max: maxWorkspaces });
    if (created.kind !== 'created') throw new Error(`the signed-in person is gone: ${created.kind}`);
    const own = {
      isPersonal: false,
      role: 'owner',
      isInTransfer: false,
      requiresSecondFactor: false,
    } as const;
    return answer(201, { workspace: { id: created.workspaceId, name, ...FIRST_PLAN, ...own } });
  }

  async function read({ workspace }: ConsoleRequest): Promise<ConsoleOutcome> {
    const transfer = await findTransfer(db, workspace.id);
    return answer(200, {
      workspace: workspaceViewOf(workspace, clock.now()),
      transfer: transfer ? transferViewOf(transfer) : null,
    });
  }

  async function rename(request: ConsoleRequest): Promise<ConsoleOutcome> {
    const { workspace, body } = request;
    const read = validateWorkspaceName(body);
    if (read.kind === 'refused') return read;
    const { name } = read;
    const said = { action: 'workspace.renamed', by: auditActorOfPerson(request), now: clock.now() } as const;
    const outcome = await editWorkspace(db, workspace.id, { name }, said);
    if (outcome.kind !== 'changed') return refuse('WORKSPACE_NOT_FOUND');
    const { billing } = outcome;
    return answer(200, { workspace: workspaceViewOf({ ...workspace, name, billing }, said.now) });
  }

  async function setPlan(request: ConsoleRequest): Promise<ConsoleOutcome> {
    const { workspace, body } = request;
    if (planChoice === 'operator') return refuse('PLAN_CHOSEN_BY_OPERATOR');
    const read = readPlanChange(body);
    if (read.kind === 'refused') return read;
    const { plan, isYearly } = read;
    const now = clock.now();
    const said = { action: 'workspace.plan_changed', by: auditActorOfPerson(request), now } as const;
    const outcome = await editWorkspace(db, workspace.id, { plan, isYearly }, said);
    if (outcome.kind !== 'changed') return refuse('WORKSPACE_NOT_FOUND');
    const { billing } = outcome;
    return answer(200, { workspace: workspaceViewOf({ ...workspace, plan, billing }, now) });
  }

  const { workspaces, workspace, plan } = consolePaths;
  return [
    { method: 'GET', path: workspaces, access: 'user', isWrite: false, handle: list },
    { method: 'POST', path: workspaces, access: 'user', isWrite: true, handle: create },
    { method: 'GET', path: workspace, access: { role: 'viewer' }, isWrite: false, handle: read },
    { method: 'PATCH', path: workspace, access: { role: 'admin' }, isWrite: true, handle: rename },
    { method: 'PUT', path: plan, access: { role: 'owner' }, isWrite: true, handle: setPlan },
  ];
}
