// The endpoints about a workspace's members: who they are, another role, removing one, and leaving.

import type { Db } from '@kurz/database';
import { auditActorOfPerson } from '../audit/audit-actor-of';
import { refuse, type Refusal } from '../errors/refusal';
import { makeBodyReader } from '../http/body-reader';
import type { ConsoleOutcome, ConsoleRequest, ConsoleRoute } from '../http/console-route';
import { answer, TRANSFER_RETRY_SECONDS } from '../http/route';
import { changeRole, type ChangeRoleOutcome } from '../workspaces/members/change-role';
import { endMembership, type EndMembershipOutcome } from '../workspaces/members/end-membership';
import { findMembers } from '../workspaces/members/find-members';
import { givenRoleOf } from '../workspaces/members/given-role';
import { isAtLeast } from '../workspaces/members/is-at-least';
import { consolePaths } from './console-paths';

const readRole = makeBodyReader<{ role: string }>({
  type: 'object',
  required: ['role'],
  properties: { role: { type: 'string' } },
});

type Failed = Exclude<(ChangeRoleOutcome | EndMembershipOutcome)['kind'], 'changed' | 'removed'>;

function refusalOf(kind: Failed): Refusal {
  switch (kind) {
    case 'no_such_workspace':
      return refuse('WORKSPACE_NOT_FOUND');
    case 'not_allowed':
      return refuse('ROLE_REQUIRED', { role: 'admin' });
    case 'not_a_member':
      return refuse('MEMBER_NOT_FOUND');
    case 'is_owner':
      return refuse('OWNER_STAYS');
    case 'in_transfer':
      return refuse('TRANSFER_IN_PROGRESS', {}, { 'Retry-After': TRANSFER_RETRY_SECONDS });
  }
}

export function makeMemberRoutes({ db }: { db: Db }): ConsoleRoute[] {
  async function list({ workspace }: ConsoleRequest): Promise<ConsoleOutcome> {
    const members = await findMembers(db, workspace.id);
    return answer(200, {
      members: members.map((member) => ({ ...member, joinedAt: member.joinedAt.toISOString() })),
    });
  }

  async function setRole(request: ConsoleRequest): Promise<ConsoleOutcome> {
    const { workspace, params, body } = request;
    const read = readRole(body);
    if (read.kind === 'refused') return read;
    const role = givenRoleOf(read.body.role);
    if (!role) return refuse('VALIDATION_FAILED', { field: 'role', reason: 'unknown_role' });
    const userId = params['user'] ?? '';
    const outcome = await changeRole(db, workspace.id, userId, role, auditActorOfPerson(request));
    return outcome.kind === 'changed' ? answer(200, { userId, role }) : refusalOf(outcome.kind);
  }

  /** Everybody may leave; to remove others takes an admin. */
  async function remove(request: ConsoleRequest): Promise<ConsoleOutcome> {
    const { workspace, params, user } = request;
    const userId = params['user'] ?? '';
    if (userId !== user.id && !isAtLeast(workspace.role, 'admin')) {
      return refuse('ROLE_REQUIRED', { role: 'admin' });
    }
    const outcome = await endMembership(db, workspace.id, userId, auditActorOfPerson(request));
    return outcome.kind === 'removed' ? answer(204, undefined) : refusalOf(outcome.kind);
  }

  const { members, member } = consolePaths;
  return [
    { method: 'GET', path: members, access: { role: 'viewer' }, isWrite: false, handle: list },
    { method: 'PATCH', path: member, access: { role: 'admin' }, isWrite: true, handle: setRole },
    { method: 'DELETE', path: member, access: { role: 'viewer' }, isWrite: true, handle: remove },
  ];
}
