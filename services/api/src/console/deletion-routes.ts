// The endpoints by which people delete: a workspace, by its owner, and their own account. The password is asked again.

import type { Db } from '@kurz/database';
import { auditActorOfPerson } from '../audit/audit-actor-of';
import { refuse, type Refusal } from '../errors/refusal';
import { makeBodyReader } from '../http/body-reader';
import type { ConsoleOutcome, ConsoleRequest, ConsoleRoute, UserRequest } from '../http/console-route';
import { answer, TRANSFER_RETRY_SECONDS } from '../http/route';
import type { OutboxRelay } from '../outbox/outbox-relay';
import { checkPassword } from '../people/check-password';
import { findCredentialsOf } from '../people/find-credentials';
import { clearedCookiesOf } from '../sessions/session-cookies';
import type { LoginAttempts } from '../sessions/login-attempts';
import { deletePerson } from '../workspaces/deletion/delete-person';
import { deleteWorkspace } from '../workspaces/deletion/delete-workspace';
import { consolePaths } from './console-paths';

type Deps = {
  db: Db;
  loginAttempts: LoginAttempts;
  outboxRelay: Pick<OutboxRelay, 'publishAndWait'>;
  /** The rest of a deletion is a sweep's. */
  nudgeSweeps?: () => void;
};

const readPassword = makeBodyReader<{ password: string }>({
  type: 'object',
  required: ['password'],
  properties: { password: { type: 'string' } },
});

const readLeaving = makeBodyReader<{ password: string; deleteSharedWorkspaces?: boolean }>({
  type: 'object',
  required: ['password'],
  properties: { password: { type: 'string' }, deleteSharedWorkspaces: { type: 'boolean' } },
});

const wrongPassword = () => refuse('VALIDATION_FAILED', { field: 'password', reason: 'wrong_password' });

export function makeDeletionRoutes({ db, loginAttempts, outboxRelay, nudgeSweeps }: Deps): ConsoleRoute[] {
  /** Guessing it counts by session, as for another password. */
  async function check(
    { user, sessionId }: UserRequest,
    password: string,
  ): Promise<{ kind: 'right'; passwordHash: string } | Refusal> {
    const attempt = await loginAttempts.consume({ kind: 'known', id: sessionId });
    if (attempt.kind === 'refused') return attempt;
    const checked = await checkPassword(await findCredentialsOf(db, user.id), password);
    if (checked.kind === 'wrong') return wrongPassword();
    await attempt.refund();
    return checked;
  }

  async function finish(zoneIds: readonly string[]): Promise<void> {
    nudgeSweeps?.();
    await outboxRelay.publishAndWait(zoneIds.map((zoneId) => ({ zoneId, slug: null })));
  }

  async function ofWorkspace(request: ConsoleRequest): Promise<ConsoleOutcome> {
    const read = readPassword(request.body);
    if (read.kind === 'refused') return read;
    const { workspace, user } = request;
    if (workspace.isPersonal) return refuse('PERSONAL_WORKSPACE_STAYS');
    const checked = await check(request, read.body.password);
    if (checked.kind === 'refused') return checked;
    const asked = { workspaceId: workspace.id, onlyBy: { userId: user.id } };
    const outcome = await deleteWorkspace(db, asked, auditActorOfPerson(request));
    switch (outcome.kind) {
      case 'deleted':
        await finish(outcome.zoneIds);
        return answer(204, undefined);
      case 'being_deleted':
      case 'no_such_workspace':
        return refuse('WORKSPACE_NOT_FOUND');
      case 'is_personal':
        return refuse('PERSONAL_WORKSPACE_STAYS');
      case 'in_transfer':
        return refuse('TRANSFER_IN_PROGRESS', {}, { 'Retry-After': TRANSFER_RETRY_SECONDS });
    }
  }

  async function ofPerson(request: UserRequest): Promise<ConsoleOutcome> {
    const read = readLeaving(request.body);
    if (read.kind === 'refused') return read;
    const { user, isSecure } = request;
    const { password, deleteSharedWorkspaces: isSharedToo = false } = read.body;
    const checked = await check(request, password);
    if (checked.kind === 'refused') return checked;
    const { passwordHash } = checked;
    const outcome = await deletePerson(
      db,
      { userId: user.id, isSharedToo, passwordHash },
      auditActorOfPerson(request),
    );
    switch (outcome.kind) {
      case 'deleted':
        await finish(outcome.zoneIds);
        break;
      // two of them at once
      case 'no_such_user':
        break;
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
