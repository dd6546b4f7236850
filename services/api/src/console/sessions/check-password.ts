// Whether an e-mail address and a password belong together. An unknown address costs the same work as a wrong password,
// so that the time of an answer tells nobody who has an account.

import type { Db } from '@kurz/database';
import { isPasswordOf } from '../../accounts/password-hash';
import { findCredentials } from './find-credentials';

export type CheckedPassword =
  { kind: 'right'; userId: string; email: string; passwordHash: string } | { kind: 'wrong' };

/** Of 32 random bytes that nobody kept, with the parameters of every other hash. */
export const NOBODYS_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$2O0rPMfmVBcYsiPkdVqzbw$W3VlkIW4AQrd2/sn74yzhL24V5fnUhvw0MCIACVF7vA';

export async function checkPassword(db: Db, email: string, password: string): Promise<CheckedPassword> {
  const found = await findCredentials(db, email);
  const isRight = await isPasswordOf(found?.passwordHash ?? NOBODYS_HASH, password);
  if (!found || found.passwordHash === null || !isRight) return { kind: 'wrong' };
  const { userId, passwordHash } = found;
  return { kind: 'right', userId, email: found.email, passwordHash };
}
