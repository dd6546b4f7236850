// The session that a refresh token belongs to, live or not. Undefined: there is no such token.

import type { Db } from '@kurz/database';

export async function findTokenSession(
  db: Db,
  secretHashes: readonly Buffer[],
): Promise<{ userId: string; sessionId: string } | undefined> {
  return db
    .selectFrom('sessions')
    .select(['user_id as userId', 'family_id as sessionId'])
    .where('secret_hash', 'in', secretHashes)
    .executeTakeFirst();
}
