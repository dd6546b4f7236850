// The person with an e-mail address and what their password is checked against.

import type { Db } from '@kurz/database';
import { sql } from 'kysely';

export type Credentials = { userId: string; email: string; passwordHash: string | null };

/** As long as an e-mail address can be: nothing longer is asked of PostgreSQL. */
const MAX_EMAIL = 254;

export async function findCredentials(db: Db, email: string): Promise<Credentials | undefined> {
  if (email.trim().length > MAX_EMAIL) return undefined;
  return db
    .selectFrom('users')
    .select(['id as userId', 'email', 'password_hash as passwordHash'])
    .where(sql`lower(email)`, '=', sql<string>`lower(${email.trim()})`)
    .executeTakeFirst();
}
