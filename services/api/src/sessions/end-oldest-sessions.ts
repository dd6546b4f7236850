// A person has 100 open sessions at most, so that the list has all of them and nobody fills the table by signing in.

import type { Db } from '@kurz/database';
import { sql } from 'kysely';

export const MAX_SESSIONS = 100;

/** Within a transaction that holds the person's lock: the sessions used longest ago make room for a new one. */
export async function endOldestSessions(
  transaction: Db,
  { userId, newSessionId }: { userId: string; newSessionId: string },
): Promise<void> {
  await sql`
    DELETE FROM sessions WHERE user_id = ${userId} AND family_id IN (
      SELECT family_id FROM sessions
      WHERE user_id = ${userId} AND family_id <> ${newSessionId} AND replaced_by IS NULL AND revoked_at IS NULL
      ORDER BY created_at DESC, family_id
      OFFSET ${MAX_SESSIONS - 1}
    )`.execute(transaction);
}
