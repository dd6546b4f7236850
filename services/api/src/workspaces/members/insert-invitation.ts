// Stores an invitation to a workspace. A second one for the same e-mail address replaces the first.

import { lockNames, type Db } from '@kurz/database';
import { sql } from 'kysely';
import { changesOfNew, type AuditActor } from '../../audit/audit-event';
import { writeAuditEvents } from '../../audit/write-audit-events';
import type { Language } from '../../errors/catalogue';
import { addMail } from '../../mail/mail-outbox';
import { findUserByEmail } from '../../people/find-user-by-email';
import { lockWorkspace } from '../lock-workspace';
import { findRole } from './find-members';
import type { GivenRole } from './given-role';
import { isStillAllowed } from './is-still-allowed';

export type NewInvitation = {
  id: string;
  workspaceId: string;
  email: string;
  role: GivenRole;
  secretHash: Buffer;
  invitedBy: string;
  /** How many open invitations the workspace may have. */
  maxByWorkspace: number;
  /** How many the person may have open in all workspaces. */
  maxByPerson: number;
  now: Date;
  expiresAt: Date;
  /** The language of the mail that carries the secret; undefined: the inviter passes it on. */
  mailIn: Language | undefined;
};

export type InsertInvitationOutcome =
  | { kind: 'invited' }
  | { kind: 'no_such_workspace' }
  /** The inviter has lost the session or the role meanwhile. */
  | { kind: 'not_allowed' }
  | { kind: 'is_personal' }
  | { kind: 'in_transfer' }
  | { kind: 'already_member' }
  | { kind: 'too_many' }
  | { kind: 'too_many_by_person' };

/** Counts the person's invitations in all workspaces, except the replaced one. Parallel ones elsewhere wait. */
async function countByPerson(
  transaction: Db,
  { workspaceId, email, invitedBy, now }: NewInvitation,
): Promise<number> {
  await lockNames(transaction, [`invitations/${invitedBy}`]);
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM invitations
    WHERE invited_by = ${invitedBy} AND expires_at > ${now}
      AND NOT (workspace_id = ${workspaceId} AND lower(email) = lower(${email}))`.execute(transaction);
  return rows[0]?.count ?? 0;
}

/** Counts the open invitations for other addresses, because one for this address is replaced. */
async function countOthers(
  transaction: Db,
  { workspaceId, email, now }: Pick<NewInvitation, 'workspaceId' | 'email' | 'now'>,
): Promise<number> {
  const { count } = await transaction
    .selectFrom('invitations')
    .select((column) => column.fn.countAll<number>().as('count'))
    .where('workspace_id', '=', workspaceId)
    .where('expires_at', '>', now)
    .where(sql`lower(email)`, '<>', sql<string>`lower(${email})`)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** The audit log gets the invitation's id and role, not the address. */
export async function insertInvitation(
  db: Db,
  invitation: NewInvitation,
  by: AuditActor = { kind: 'user', userId: invitation.invitedBy },
): Promise<InsertInvitationOutcome> {
  const { id, workspaceId, email, role, secretHash, invitedBy, now, expiresAt, mailIn } = invitation;
  return db.transaction().execute(async (transaction) => {
    const workspace = await lockWorkspace(transaction, workspaceId);
    if (!workspace) return { kind: 'no_such_workspace' };
    if (!(await isStillAllowed(transaction, by, { workspaceId, role: 'admin' })))
      return { kind: 'not_allowed' };
    if (workspace.isPersonal) return { kind: 'is_personal' };
    if (workspace.transferToUserId !== null) return { kind: 'in_transfer' };
    const userId = await findUserByEmail(transaction, email);
    if (userId !== undefined && (await findRole(transaction, workspaceId, userId))) {
      return { kind: 'already_member' };
    }
    if ((await countOthers(transaction, invitation)) >= invitation.maxByWorkspace)
      return { kind: 'too_many' };
    if ((await countByPerson(transaction, invitation)) >= invitation.maxByPerson)
      return { kind: 'too_many_by_person' };
    await transaction
      .deleteFrom('invitations')
      .where('workspace_id', '=', workspaceId)
      .where(sql`lower(email)`, '=', sql<string>`lower(${email})`)
      .execute();
    await transaction
      .insertInto('invitations')
      .values({
        id,
        workspace_id: workspaceId,
        email,
        role,
        secret_hash: secretHash,
        invited_by: invitedBy,
        is_mailed: mailIn !== undefined,
        expires_at: expiresAt,
        created_at: now,
      })
      .execute();
    await writeAuditEvents(transaction, by, [
      { action: 'invitation.created', subjectId: id, workspaceId, changes: changesOfNew({ role }) },
    ]);
    if (mailIn) {
      const mail = { recipient: email, language: mailIn, expiresAt };
      await addMail(transaction, { kind: 'invitation', invitationId: id, ...mail });
    }
    return { kind: 'invited' };
  });
}
