// Ends sessions of a person at once, access tokens included: all of them, or all but one, or that one.

import type { Db } from '@kurz/database';
import { lockUser } from './lock-user';

export type WhichSessions = { kind: 'all' } | { kind: 'only' | 'all_but'; sessionId: string };

/** Within a transaction that holds the person's lock. */
export async function revokeLockedSessions(
  transaction: Db,
  userId: string,
  which: WhichSessions,
  now: Date,
): Promise<void> {
  const revoking = transaction
    .updateTable('sessions')
    .set({ revoked_at: now })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null);
  if (which.kind === 'all') await revoking.execute();
  else await revoking.where('family_id', which.kind === 'only' ? '=' : '!=', which.sessionId).execute();
}

export async function revokeSessions(db: Db, userId: string, which: WhichSessions, now: Date): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await lockUser(transaction, userId);
    await revokeLockedSessions(transaction, userId, which, now);
  });
}
