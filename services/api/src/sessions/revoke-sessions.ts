// Ends sessions of a person at once, access tokens included: all of them, or all but one, or that one.

import type { Db } from '@kurz/database';
import type { AuditActor } from '../audit/audit-event';
import { writeAuditEvents } from '../audit/write-audit-events';
import { lockUser } from '../people/lock-user';
import { dropSignInLinks } from '../people/sign-in-links';

export type WhichSessions = { kind: 'all' } | { kind: 'only' | 'all_but'; sessionId: string };

/**
 * Within a transaction that holds the person's lock. Ending more than one session revokes pending sign-in links, too.
 * Resolves with the number of sessions that were open.
 */
export async function revokeLockedSessions(
  transaction: Db,
  userId: string,
  which: WhichSessions,
  now: Date,
): Promise<number> {
  if (which.kind !== 'only') await dropSignInLinks(transaction, userId);
  const revoking = transaction
    .updateTable('sessions')
    .set({ revoked_at: now })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .returning(['replaced_by as replacedBy', 'expires_at as expiresAt']);
  const rows =
    which.kind === 'all'
      ? await revoking.execute()
      : await revoking.where('family_id', which.kind === 'only' ? '=' : '!=', which.sessionId).execute();
  return rows.filter(({ replacedBy, expiresAt }) => replacedBy === null && expiresAt > now).length;
}

/** `by`: recorded in the audit log, unless a single session was not open. Resolves with how many were open. */
export async function revokeSessions(
  db: Db,
  userId: string,
  which: WhichSessions,
  { now, by }: { now: Date; by?: AuditActor },
): Promise<number> {
  return db.transaction().execute(async (transaction) => {
    await lockUser(transaction, userId);
    const ended = await revokeLockedSessions(transaction, userId, which, now);
    if (!by || (which.kind === 'only' && ended === 0)) return ended;
    await writeAuditEvents(transaction, by, [
      { action: 'user.sessions_ended', subjectId: userId, workspaceId: null },
    ]);
    return ended;
  });
}
