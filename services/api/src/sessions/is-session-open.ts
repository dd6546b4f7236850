// Whether a session goes on, for what must not outlive it: a request is authorized before its transaction begins.

import type { Db } from '@kurz/database';
import type { AuditActor } from '../audit/audit-event';

type OwnSession = { userId: string; sessionId: string };

/** Undefined of the operator, the product, a token, and of who has none yet. */
export const sessionOf = (by: AuditActor): OwnSession | undefined =>
  by.kind === 'user' && by.sessionId !== undefined
    ? { userId: by.userId, sessionId: by.sessionId }
    : undefined;

/** Within a transaction that holds the person's lock it stays so until the end. */
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

/** Within a transaction that holds the person's lock: whether who asks did so in a session that has ended meanwhile. */
export async function hasLostSession(transaction: Db, by: AuditActor): Promise<boolean> {
  const session = sessionOf(by);
  return session !== undefined && !(await isSessionOpen(transaction, session));
}
