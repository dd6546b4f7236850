// Begins a session for a person whose password was right a moment ago.

import type { Db } from '@kurz/database';
import { lockUser } from '../people/lock-user';
import { insertSession, type SessionRow } from './insert-session';
import { newSessionId } from './new-session-id';

export type OpenSessionOutcome = { kind: 'opened'; sessionId: string } | { kind: 'password_changed' };

/** `passwordHash`: what the password was checked against. */
export async function openSession(
  db: Db,
  session: { passwordHash: string } & Omit<SessionRow, 'id' | 'sessionId'>,
): Promise<OpenSessionOutcome> {
  const { passwordHash, ...row } = session;
  return db.transaction().execute(async (transaction) => {
    const user = await lockUser(transaction, session.userId);
    if (user?.passwordHash !== passwordHash || user.isSuspended) return { kind: 'password_changed' };
    const sessionId = newSessionId();
    await insertSession(transaction, { ...row, id: newSessionId(), sessionId });
    return { kind: 'opened', sessionId };
  });
}
