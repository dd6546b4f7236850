// Finds the hashes that a password is checked against: of the accounts with an e-mail address, or of one person.

import type { Db } from '@kurz/database';
import { sql } from 'kysely';

export type Credentials = {
  userId: string;
  email: string;
  isEmailProven: boolean;
  passwordHash: string | null;
};

/** The longest possible e-mail address: PostgreSQL is not asked for longer texts. */
const MAX_EMAIL = 254;

/** Unverified accounts may share an address: each one is one more password to check at a sign-in with it. */
export const MAX_CLAIMS = 5;

const select = (db: Db) =>
  db
    .selectFrom('users')
    .select([
      'id as userId',
      'email',
      sql<boolean>`email_verified_at IS NOT NULL`.as('isEmailProven'),
      'password_hash as passwordHash',
    ]);

/** Oldest first; a verified account is the only one of its address. */
export async function findCredentials(db: Db, email: string): Promise<Credentials[]> {
  if (email.trim().length > MAX_EMAIL) return [];
  return select(db)
    .where(sql`lower(email)`, '=', sql<string>`lower(${email.trim()})`)
    .orderBy('created_at')
    .orderBy('id')
    .limit(MAX_CLAIMS)
    .execute();
}

export async function findCredentialsOf(db: Db, userId: string): Promise<Credentials[]> {
  return select(db).where('id', '=', userId).execute();
}
