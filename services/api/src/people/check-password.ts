// Finds the person, of several candidates, that a password belongs to. Without candidates it takes the same time as a
// wrong password, so that timing reveals no account.

import { isPasswordOf } from '@kurz/password-hash';
import type { Credentials } from './find-credentials';

export type CheckedPassword =
  | { kind: 'right'; userId: string; email: string; isEmailProven: boolean; passwordHash: string }
  | { kind: 'wrong' };

/** The hash of 32 random bytes that were discarded, with the parameters of every other hash. */
export const NOBODYS_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$2O0rPMfmVBcYsiPkdVqzbw$W3VlkIW4AQrd2/sn74yzhL24V5fnUhvw0MCIACVF7vA';

export async function checkPassword(
  found: readonly Credentials[],
  password: string,
): Promise<CheckedPassword> {
  if (found.length === 0) await isPasswordOf(NOBODYS_HASH, password);
  for (const { passwordHash, ...person } of found) {
    const isRight = await isPasswordOf(passwordHash ?? NOBODYS_HASH, password);
    if (isRight && passwordHash !== null) return { kind: 'right', ...person, passwordHash };
  }
  return { kind: 'wrong' };
}
