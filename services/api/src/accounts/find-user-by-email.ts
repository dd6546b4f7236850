// The id of the person with an e-mail address, compared without regard to case.

import type { Db } from '@kurz/database';
import { sql } from 'kysely';

export async function findUserByEmail(db: Db, email: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where(sql`lower(email)`, '=', sql<string>`lower(${email.trim()})`)
    .executeTakeFirst();
  return row?.id;
}
