// Deletes a person with everything of theirs, in one transaction: account, sessions, tokens, memberships, mails, and
// the workspaces that they own, whose links a sweep deletes. Events in other audit logs keep the id, which leads to no
// person any more.

import type { Db } from '@kurz/database';
import { hasErrorCode } from '@kurz/process';
import { sql } from 'kysely';
import { SYSTEM, type AuditActor, type AuditEvent } from '../../audit/audit-event';
import { writeAuditEvents } from '../../audit/write-audit-events';
import { FOREIGN_KEY_VIOLATION } from '../../errors/sql-states';
import { lockUser } from '../../people/lock-user';
import { hasLostSession } from '../../sessions/is-session-open';
import { endWorkspace } from './end-workspace';

export type OwnedWorkspace = { id: string; name: string; hasOthers: boolean; isSuspended: boolean };

export type DeletePersonOutcome =
  | { kind: 'deleted'; workspaceIds: string[]; zoneIds: string[] }
  | { kind: 'no_such_user' }
  /** The session that requests the deletion has ended meanwhile. */
  | { kind: 'session_ended' }
  /** The password that was checked is not theirs any more. */
  | { kind: 'changed_meanwhile' }
  /** Other people are members of these: transfer or delete them first. */
  | { kind: 'owns_shared'; workspaces: OwnedWorkspace[] }
  /** The operator suspended a workspace that they own: only the operator deletes it. */
  | { kind: 'owns_suspended'; workspaces: OwnedWorkspace[] };

export type DeletePersonRequest = {
  userId: string;
  /** Also deletes the workspaces that have other members. */
  isSharedToo: boolean;
  /** When a person deletes themselves: the hash of their password at the time of authentication; null when none. */
  passwordHash?: string | null;
  sweepAfter?: '0 seconds' | '30 seconds';
};

/** An attempt fails when something of the person was added meanwhile. */
const MAX_ATTEMPTS = 5;

async function lockOwned(transaction: Db, userId: string): Promise<OwnedWorkspace[]> {
  const { rows } = await sql<OwnedWorkspace>`
    SELECT id, name, suspended_at IS NOT NULL AS "isSuspended",
           EXISTS (SELECT FROM members WHERE workspace_id = workspaces.id AND user_id <> ${userId}) AS "hasOthers"
    FROM workspaces WHERE owner_id = ${userId} ORDER BY id FOR UPDATE`.execute(transaction);
  return rows;
}

/** Leaves the workspaces of other owners, and cancels their transfers to the person. */
async function leaveWorkspaces(transaction: Db, userId: string): Promise<AuditEvent[]> {
  const offered = await transaction
    .updateTable('workspaces')
    .set({ transfer_to_user_id: null, transfer_started_at: null })
    .where('transfer_to_user_id', '=', userId)
    .returning('id')
    .execute();
  const left = await transaction
    .deleteFrom('members')
    .where('user_id', '=', userId)
    .returning(['workspace_id as id', 'role'])
    .execute();
  return [
    ...offered.map(({ id }): AuditEvent => {
      const changes = { toUserId: { old: userId } };
      return { action: 'workspace.transfer_cancelled', subjectId: id, workspaceId: id, changes };
    }),
    ...left.map(({ id, role }): AuditEvent => {
      const changes = { role: { old: role } };
      return { action: 'member.removed', subjectId: userId, workspaceId: id, changes };
    }),
  ];
}

/** Removes what foreign keys do not. Mails and invitations for an unverified address stay: it may be another's. */
async function removeTraces(transaction: Db, userId: string): Promise<void> {
  await sql`
    DELETE FROM idempotent_answers WHERE caller_id IN (
      SELECT id FROM tokens WHERE user_id = ${userId}
      UNION ALL SELECT family_id FROM sessions WHERE user_id = ${userId})`.execute(transaction);
  const verifiedEmail = sql`(SELECT lower(email) FROM users WHERE id = ${userId} AND email_verified_at IS NOT NULL)`;
  await sql`DELETE FROM mails WHERE lower(recipient) = ${verifiedEmail}`.execute(transaction);
  await sql`DELETE FROM invitations WHERE lower(email) = ${verifiedEmail}`.execute(transaction);
  await sql`
    DELETE FROM audit_events
    WHERE workspace_id IS NULL AND subject_kind = 'user' AND subject_id = ${userId} AND actor_kind <> 'operator'`.execute(
    transaction,
  );
}

async function attempt(db: Db, request: DeletePersonRequest, by: AuditActor): Promise<DeletePersonOutcome> {
  const { userId, isSharedToo, passwordHash, sweepAfter = '0 seconds' } = request;
  return db.transaction().execute(async (transaction) => {
    const user = await lockUser(transaction, userId);
    if (!user) return { kind: 'no_such_user' };
    if (await hasLostSession(transaction, by)) return { kind: 'session_ended' };
    if (passwordHash !== undefined && user.passwordHash !== passwordHash)
      return { kind: 'changed_meanwhile' };
    const owned = await lockOwned(transaction, userId);
    const suspended = owned.filter(({ isSuspended }) => isSuspended);
    if (passwordHash !== undefined && suspended.length > 0)
      return { kind: 'owns_suspended', workspaces: suspended };
    const shared = owned.filter(({ hasOthers }) => hasOthers);
    if (!isSharedToo && shared.length > 0) return { kind: 'owns_shared', workspaces: shared };
    const workspaceIds = owned.map(({ id }) => id);
    const zoneIds: string[] = [];
    for (const id of workspaceIds) zoneIds.push(...(await endWorkspace(transaction, id, sweepAfter)));
    const leaving = await leaveWorkspaces(transaction, userId);
    await removeTraces(transaction, userId);
    await transaction.deleteFrom('users').where('id', '=', userId).execute();
    await writeAuditEvents(transaction, by, [
      ...leaving,
      ...workspaceIds.map((id): AuditEvent => ({
        action: 'workspace.deleted',
        subjectId: id,
        workspaceId: null,
      })),
      { action: 'user.deleted', subjectId: userId, workspaceId: null },
    ]);
    return { kind: 'deleted', workspaceIds, zoneIds };
  });
}

export async function deletePerson(
  db: Db,
  request: DeletePersonRequest,
  by: AuditActor = SYSTEM,
): Promise<DeletePersonOutcome> {
  for (let attempts = 1; ; attempts++) {
    try {
      return await attempt(db, request, by);
    } catch (error) {
      if (attempts >= MAX_ATTEMPTS || !hasErrorCode(error, FOREIGN_KEY_VIOLATION)) throw error;
    }
  }
}
