// Begins a session for a person whose password was right a moment ago.

import type { Db } from '@kurz/database';
import { insertSession } from './insert-session';
import { lockUser } from './lock-user';
import { newSessionId } from './new-session-id';

export type OpenSessionOutcome = { kind: 'opened'; sessionId: string } | { kind: 'password_changed' };

/** `passwordHash`: what the password was checked against. */
export async function openSession(
  db: Db,
  session: { userId: string; passwordHash: string; secretHash: Buffer; now: Date; expiresAt: Date },
): Promise<OpenSessionOutcome> {
  const { passwordHash, ...row } = session;
  return db.transaction().execute(async (transaction) => {
    const user = await lockUser(transaction, session.userId);
    if (user?.passwordHash !== passwordHash) return { kind: 'password_changed' };
    const sessionId = newSessionId();
    await insertSession(transaction, { ...row, id: newSessionId(), sessionId });
    return { kind: 'opened', sessionId };
  });
}
