// Whether a person has a second factor, and the end of all of them.

import type { Db } from '@kurz/database';
import { sql } from 'kysely';

/** As a condition on the person `person.id` of a statement. */
export const HAS_SECOND_FACTOR = sql<boolean>`
  EXISTS (SELECT FROM totp_secrets WHERE user_id = person.id AND confirmed_at IS NOT NULL)`;

export async function hasSecondFactor(db: Db, userId: string): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    SELECT ${HAS_SECOND_FACTOR} AS has FROM users AS person WHERE id = ${userId}`.execute(db);
  return rows[0]?.has === true;
}

/** Within a transaction that holds the person's lock. Resolves with whether there was one. */
export async function dropSecondFactors(transaction: Db, userId: string): Promise<boolean> {
  const had = await hasSecondFactor(transaction, userId);
  await transaction.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  await transaction.deleteFrom('totp_secrets').where('user_id', '=', userId).execute();
  return had;
}
