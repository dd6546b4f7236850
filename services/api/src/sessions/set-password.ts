// Sets a person's password, replaces any earlier one and ends all their sessions, in one transaction.

import type { Db } from '@kurz/database';
import { hashPassword } from '@kurz/password-hash';
import { SYSTEM, type AuditActor } from '../audit/audit-event';
import { writeAuditEvents } from '../audit/write-audit-events';
import { findUserByEmail } from '../people/find-user-by-email';
import { lockUser } from '../people/lock-user';
import { revokeLockedSessions } from './revoke-sessions';

export type SetPasswordOutcome = { kind: 'set'; userId: string } | { kind: 'no_such_user' };

export async function setPassword(
  db: Db,
  { email, password, now }: { email: string; password: string; now: Date },
  by: AuditActor = SYSTEM,
): Promise<SetPasswordOutcome> {
  const passwordHash = await hashPassword(password);
  return db.transaction().execute(async (transaction) => {
    const userId = await findUserByEmail(transaction, email);
    if (userId === undefined || !(await lockUser(transaction, userId))) return { kind: 'no_such_user' };
    await transaction
      .updateTable('users')
      .set({ password_hash: passwordHash })
      .where('id', '=', userId)
      .execute();
    await revokeLockedSessions(transaction, userId, { kind: 'all' }, now);
    await writeAuditEvents(transaction, by, [
      { action: 'user.password_changed', subjectId: userId, workspaceId: null },
    ]);
    return { kind: 'set', userId };
  });
}
