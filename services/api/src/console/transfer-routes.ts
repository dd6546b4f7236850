// The endpoints of a workspace's transfer: the owner starts it, the new owner accepts, either calls it off.

import type { Db } from '@kurz/database';
import type { Clock } from '@kurz/process';
import { auditActorOfPerson } from '../audit/audit-actor-of';
import { refuse, type Refusal } from '../errors/refusal';
import { makeBodyReader } from '../http/body-reader';
import type { ConsoleOutcome, ConsoleRequest, ConsoleRoute } from '../http/console-route';
import { answer, TRANSFER_RETRY_SECONDS } from '../http/route';
import { workspaceViewOf } from '../workspaces/workspace-view-of';
import { beginTransfer, type BeginTransferOutcome } from '../workspaces/transfer/begin-transfer';
import { cancelTransfer } from '../workspaces/transfer/cancel-transfer';
import { endTransfer } from '../workspaces/transfer/end-transfer';
import { findTransfer, transferViewOf } from '../workspaces/transfer/find-transfer';
import { consolePaths } from './console-paths';

const readStart = makeBodyReader<{ email: string }>({
  type: 'object',
  required: ['email'],
  properties: { email: { type: 'string' } },
});

function refusalOf({ kind }: Exclude<BeginTransferOutcome, { kind: 'begun' }>): Refusal {
  switch (kind) {
    case 'no_such_workspace':
      return refuse('WORKSPACE_NOT_FOUND');
    case 'not_allowed':
      return refuse('OWNER_REQUIRED');
    case 'is_personal':
      return refuse('PERSONAL_WORKSPACE');
    case 'already_in_transfer':
      return refuse('TRANSFER_IN_PROGRESS', {}, { 'Retry-After': TRANSFER_RETRY_SECONDS });
    case 'unverified':
      return refuse('VALIDATION_FAILED', { field: 'email', reason: 'unproven_address' });
    case 'no_such_user':
    case 'not_a_member':
    case 'is_owner':
      return refuse('VALIDATION_FAILED', { field: 'email', reason: 'no_other_member' });
  }
}

export function makeTransferRoutes(
  { db, clock }: { db: Db; clock: Clock },
  { maxWorkspaces }: { maxWorkspaces: number },
): ConsoleRoute[] {
  async function read({ workspace }: ConsoleRequest): Promise<ConsoleOutcome> {
    const transfer = await findTransfer(db, workspace.id);
    return transfer ? answer(200, { transfer: transferViewOf(transfer) }) : refuse('TRANSFER_NOT_FOUND');
  }

  async function start(request: ConsoleRequest): Promise<ConsoleOutcome> {
    const body = readStart(request.body);
    if (body.kind === 'refused') return body;
    const outcome = await beginTransfer(
      db,
      request.workspace.id,
      body.body.email,
      auditActorOfPerson(request),
    );
    if (outcome.kind !== 'begun') return refusalOf(outcome);
    const transfer = await findTransfer(db, request.workspace.id);
    return answer(201, { transfer: transfer ? transferViewOf(transfer) : null });
  }

  async function accept(request: ConsoleRequest): Promise<ConsoleOutcome> {
    const { user, workspace } = request;
    const by = auditActorOfPerson(request);
    const outcome = await endTransfer(db, workspace.id, { userId: user.id, most: maxWorkspaces }, by);
    switch (outcome.kind) {
      case 'ended':
        return answer(200, {
          workspace: workspaceViewOf({ ...workspace, role: 'owner', isInTransfer: false }, clock.now()),
        });
      case 'no_such_workspace':
        return refuse('WORKSPACE_NOT_FOUND');
      case 'too_many':
        return refuse('WORKSPACE_LIMIT_REACHED', { max: maxWorkspaces });
      case 'no_transfer':
        return refuse('TRANSFER_NOT_FOUND');
      case 'for_another':
        return refuse('TRANSFER_FOR_ANOTHER');
    }
  }

  async function cancel(request: ConsoleRequest): Promise<ConsoleOutcome> {
    const { user, workspace } = request;
    const by = auditActorOfPerson(request);
    const outcome = await cancelTransfer(db, workspace.id, { userId: user.id }, by);
    switch (outcome.kind) {
      case 'cancelled':
        return answer(204, undefined);
      case 'no_such_workspace':
        return refuse('WORKSPACE_NOT_FOUND');
      case 'no_transfer':
        return refuse('TRANSFER_NOT_FOUND');
      case 'for_another':
        return refuse('TRANSFER_FOR_ANOTHER');
    }
  }

  const { transfer, transferAcceptance } = consolePaths;
  // requests that end a transfer must not be refused because of it
  const ending = { access: { role: 'viewer' }, isWrite: false } as const;
  return [
    { method: 'GET', path: transfer, ...ending, handle: read },
    { method: 'POST', path: transfer, access: { role: 'owner' }, isWrite: true, handle: start },
    { method: 'DELETE', path: transfer, ...ending, handle: cancel },
    { method: 'POST', path: transferAcceptance, ...ending, handle: accept },
  ];
}
