// The endpoints that delete a workspace (its owner) or one's own account. Both re-authenticate the person.

import type { Db } from '@kurz/database';
import { auditActorOfPerson } from '../audit/audit-actor-of';
import { refuse } from '../errors/refusal';
import { makeBodyReader } from '../http/body-reader';
import type { ConsoleOutcome, ConsoleRequest, ConsoleRoute, UserRequest } from '../http/console-route';
import { answer, TRANSFER_RETRY_SECONDS } from '../http/route';
import type { OutboxRelay } from '../outbox/outbox-relay';
import { unauthenticated } from '../sessions/authenticate-session';
import { clearedCookiesOf } from '../sessions/session-cookies';
import { deletePerson } from '../workspaces/deletion/delete-person';
import { deleteWorkspace } from '../workspaces/deletion/delete-workspace';
import { consolePaths } from './console-paths';
import { reauthenticationProperties, type Reauthenticate } from './reauthenticate';

type Deps = {
  db: Db;
  reauthenticate: Reauthenticate;
  outboxRelay: Pick<OutboxRelay, 'publishAndWait'>;
  /** Sweeps do the rest of a deletion. */
  triggerSweeps?: () => void;
};

const readLeaving = makeBodyReader<{ deleteSharedWorkspaces?: boolean }>({
  type: 'object',
  properties: { ...reauthenticationProperties, deleteSharedWorkspaces: { type: 'boolean' } },
});

const wrongPassword = () => refuse('VALIDATION_FAILED', { field: 'password', reason: 'wrong_password' });

export function makeDeletionRoutes({ db, reauthenticate, outboxRelay, triggerSweeps }: Deps): ConsoleRoute[] {
  async function finish(zoneIds: readonly string[]): Promise<void> {
    triggerSweeps?.();
    await outboxRelay.publishAndWait(zoneIds.map((zoneId) => ({ zoneId, slug: null })));
  }

  async function ofWorkspace(request: ConsoleRequest): Promise<ConsoleOutcome> {
    const { workspace, user } = request;
    if (workspace.isPersonal) return refuse('PERSONAL_WORKSPACE_STAYS');
    const reauthenticated = await reauthenticate(request);
    if (reauthenticated.kind === 'refused') return reauthenticated;
    const asked = { workspaceId: workspace.id, onlyBy: { userId: user.id } };
    const outcome = await deleteWorkspace(db, asked, auditActorOfPerson(request));
    switch (outcome.kind) {
      case 'deleted':
        await finish(outcome.zoneIds);
        return answer(204, undefined);
      case 'being_deleted':
      case 'no_such_workspace':
        return refuse('WORKSPACE_NOT_FOUND');
      case 'not_allowed':
        return refuse('OWNER_REQUIRED');
      case 'is_personal':
        return refuse('PERSONAL_WORKSPACE_STAYS');
      case 'in_transfer':
        return refuse('TRANSFER_IN_PROGRESS', {}, { 'Retry-After': TRANSFER_RETRY_SECONDS });
    }
  }

  async function ofPerson(request: UserRequest): Promise<ConsoleOutcome> {
    const read = readLeaving(request.body ?? {});
    if (read.kind === 'refused') return read;
    const { user, isSecure } = request;
    const { deleteSharedWorkspaces: isSharedToo = false } = read.body;
    const reauthenticated = await reauthenticate(request);
    if (reauthenticated.kind === 'refused') return reauthenticated;
    const { passwordHash } = reauthenticated;
    const outcome = await deletePerson(
      db,
      { userId: user.id, isSharedToo, passwordHash },
      auditActorOfPerson(request),
    );
    switch (outcome.kind) {
      case 'deleted':
        await finish(outcome.zoneIds);
        break;
      // two deletions at once
      case 'no_such_user':
        break;
      case 'session_ended':
        return unauthenticated();
      case 'changed_meanwhile':
        return wrongPassword();
      case 'owns_suspended':
        return refuse('WORKSPACE_SUSPENDED');
      case 'owns_shared': {
        const workspaces = outcome.workspaces.map(({ name, id }) => `${name} (${id})`).join(', ');
        return refuse('OWNS_SHARED_WORKSPACES', { workspaces });
      }
    }
    return { ...answer(204, undefined), cookies: clearedCookiesOf(isSecure) };
  }

  const { me, workspace } = consolePaths;
  return [
    { method: 'DELETE', path: me, access: 'user', isWrite: false, handle: ofPerson },
    { method: 'DELETE', path: workspace, access: { role: 'owner' }, isWrite: true, handle: ofWorkspace },
  ];
}
