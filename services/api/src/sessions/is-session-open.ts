// Whether a session is open, for what must not outlive it: a request is authorized before its transaction begins.

import type { Db } from '@kurz/database';
import type { AuditActor } from '../audit/audit-event';

type OwnSession = { userId: string; sessionId: string };

/** Undefined for the operator, the product and tokens, and for a person who has no session yet. */
export const sessionOf = (by: AuditActor): OwnSession | undefined =>
  by.kind === 'user' && by.sessionId !== undefined
    ? { userId: by.userId, sessionId: by.sessionId }
    : undefined;

/** Within a transaction that holds the person's lock, the answer holds until the transaction ends. */
export async function isSessionOpen(transaction: Db, { userId, sessionId }: OwnSession): Promise<boolean> {
  const live = await transaction
    .selectFrom('sessions')
    .select('id')
    .where('family_id', '=', sessionId)
    .where('user_id', '=', userId)
    .where('replaced_by', 'is', null)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return live !== undefined;
}

/** Within a transaction that holds the person's lock: whether the session of the request has ended meanwhile. */
export async function hasLostSession(transaction: Db, by: AuditActor): Promise<boolean> {
  const session = sessionOf(by);
  return session !== undefined && !(await isSessionOpen(transaction, session));
}
