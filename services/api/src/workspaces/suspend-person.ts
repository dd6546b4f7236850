// Suspends a person or lets them back in. A suspended person has no sessions, cannot sign in, and their user tokens
// count as unknown. Tokens of workspaces are not theirs and go on.

import type { Db } from '@kurz/database';
import { sql } from 'kysely';
import { SYSTEM, type AuditActor } from '../audit/audit-event';
import { writeAuditEvents } from '../audit/write-audit-events';
import { lockEmail } from '../people/email-claims';
import { lockUser } from '../people/lock-user';
import { revokeLockedSessions } from '../sessions/revoke-sessions';

export type SuspendPersonOutcome = { kind: 'changed'; userIds: string[] } | { kind: 'no_such_user' };

/** Changes every account of the address: several unverified accounts may share it. Sessions end for good. */
export async function suspendPerson(
  db: Db,
  { email, isSuspended, now }: { email: string; isSuspended: boolean; now: Date },
  by: AuditActor = SYSTEM,
): Promise<SuspendPersonOutcome> {
  return db.transaction().execute(async (transaction) => {
    // prevents a sign-up with the address meanwhile
    await lockEmail(transaction, email.trim());
    const found = await transaction
      .selectFrom('users')
      .select('id')
      .where(sql`lower(email)`, '=', sql<string>`lower(${email.trim()})`)
      .orderBy('id')
      .execute();
    if (found.length === 0) return { kind: 'no_such_user' };
    const userIds = found.map(({ id }) => id);
    for (const userId of userIds) {
      await lockUser(transaction, userId);
      await transaction
        .updateTable('users')
        .set({ suspended_at: isSuspended ? now : null })
        .where('id', '=', userId)
        .execute();
      if (isSuspended) await revokeLockedSessions(transaction, userId, { kind: 'all' }, now);
    }
    const action = isSuspended ? 'user.suspended' : 'user.resumed';
    await writeAuditEvents(
      transaction,
      by,
      userIds.map((subjectId) => ({ action, subjectId, workspaceId: null })),
    );
    return { kind: 'changed', userIds };
  });
}
