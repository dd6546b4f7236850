// Whether a session goes on, for what must not outlive it: a request is authorized before its transaction begins.

import type { Db } from '@kurz/database';

/** Within a transaction that holds the person's lock it stays so until the end. */
export async function isSessionOpen(
  transaction: Db,
  { userId, sessionId }: { userId: string; sessionId: string },
): Promise<boolean> {
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
