// Makes everything that begins, renews or ends sessions of one person take turns, so that "sign out everywhere" misses
// none. References to the person from other tables do not wait for it.

import type { Db } from '@kurz/database';
import { sql } from 'kysely';

/** Within a transaction. Undefined when there is no such person. */
export async function lockUser(
  transaction: Db,
  userId: string,
): Promise<{ email: string; passwordHash: string | null; isSuspended: boolean } | undefined> {
  return transaction
    .selectFrom('users')
    .select([
      'email',
      'password_hash as passwordHash',
      sql<boolean>`suspended_at IS NOT NULL`.as('isSuspended'),
    ])
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst();
}
