// Sets a person's password and ends every other session of theirs, in one transaction.

import type { Db } from '@kurz/database';
import { writeAuditEvents } from '../audit/write-audit-events';
import { lockUser } from '../people/lock-user';
import { isSessionOpen } from './is-session-open';
import { revokeLockedSessions } from './revoke-sessions';

export type ChangePasswordOutcome =
  | { kind: 'changed' }
  | { kind: 'changed_meanwhile' }
  /** The session that changes the password has ended meanwhile. */
  | { kind: 'session_ended' };

/** `oldHash`: the hash that the old password was checked against; null when there was none. */
export async function changePassword(
  db: Db,
  change: { userId: string; oldHash: string | null; newHash: string; sessionId: string; now: Date },
): Promise<ChangePasswordOutcome> {
  const { userId, oldHash, newHash, sessionId, now } = change;
  return db.transaction().execute(async (transaction) => {
    const user = await lockUser(transaction, userId);
    if (!(await isSessionOpen(transaction, { userId, sessionId }))) return { kind: 'session_ended' };
    if (user?.passwordHash !== oldHash) return { kind: 'changed_meanwhile' };
    await transaction.updateTable('users').set({ password_hash: newHash }).where('id', '=', userId).execute();
    await revokeLockedSessions(transaction, userId, { kind: 'all_but', sessionId }, now);
    const by = { kind: 'user', userId, sessionId } as const;
    await writeAuditEvents(transaction, by, [
      { action: 'user.password_changed', subjectId: userId, workspaceId: null },
    ]);
    return { kind: 'changed' };
  });
}
