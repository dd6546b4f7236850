// The endpoints about workspaces: those of the person, a new one, its name and its plan.

import type { Db } from '@kurz/database';
import { createWorkspace } from '../../accounts/create-workspace';
import { answer } from '../../server/route';
import { consolePaths } from '../console-paths';
import type { ConsoleOutcome, ConsoleRequest, ConsoleRoute, UserRequest } from '../console-route';
import { findTransfer } from '../transfer/find-transfer';
import { shownTransfer } from '../transfer/shown-transfer';
import { changePlan } from './change-plan';
import { findWorkspacesOf } from './find-workspaces-of';
import { readPlanChange } from './read-plan-change';
import { readWorkspaceName } from './read-workspace-name';
import { renameWorkspace } from './rename-workspace';
import { shownWorkspace } from './shown-workspace';

/** What a workspace starts with: every other plan is a change of its owner's. */
const FIRST_PLAN = { plan: 'free', isYearly: false } as const;

export function makeWorkspaceRoutes({ db }: { db: Db }): ConsoleRoute[] {
  async function list({ user }: UserRequest): Promise<ConsoleOutcome> {
    const found = await findWorkspacesOf(db, user.id);
    const workspaces = found.map((workspace) =>
      shownWorkspace({ ...workspace, isInTransfer: workspace.transferToUserId !== null }),
    );
    return answer(200, { workspaces });
  }

  async function create({ user, body }: UserRequest): Promise<ConsoleOutcome> {
    const read = readWorkspaceName(body);
    if (read.kind === 'refused') return read;
    const { name } = read;
    const created = await createWorkspace(db, { name, ownerEmail: user.email, ...FIRST_PLAN });
    if (created.kind !== 'created') throw new Error(`the signed-in person is gone: ${created.kind}`);
    const own = { isPersonal: false, role: 'owner', isInTransfer: false } as const;
    return answer(201, {
      workspace: shownWorkspace({ id: created.workspaceId, name, ...FIRST_PLAN, ...own }),
    });
  }

  async function read({ workspace }: ConsoleRequest): Promise<ConsoleOutcome> {
    const transfer = await findTransfer(db, workspace.id);
    return answer(200, {
      workspace: shownWorkspace(workspace),
      transfer: transfer ? shownTransfer(transfer) : null,
    });
  }

  async function rename({ workspace, body }: ConsoleRequest): Promise<ConsoleOutcome> {
    const read = readWorkspaceName(body);
    if (read.kind === 'refused') return read;
    await renameWorkspace(db, workspace.id, read.name);
    return answer(200, { workspace: shownWorkspace({ ...workspace, name: read.name }) });
  }

  async function setPlan({ workspace, body }: ConsoleRequest): Promise<ConsoleOutcome> {
    const read = readPlanChange(body);
    if (read.kind === 'refused') return read;
    const { plan, isYearly } = read;
    await changePlan(db, workspace.id, { plan, isYearly });
    return answer(200, { workspace: shownWorkspace({ ...workspace, plan, isYearly }) });
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
