// The id of the person whose verified e-mail address is this one, compared without regard to case. An account with an
// unverified address is never found.

import type { Db } from '@kurz/database';
import { sql } from 'kysely';

export async function findUserByEmail(db: Db, email: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where(sql`lower(email)`, '=', sql<string>`lower(${email.trim()})`)
    .where('email_verified_at', 'is not', null)
    .executeTakeFirst();
  return row?.id;
}
