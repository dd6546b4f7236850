// The only form in which a password is stored, and the check of a password against it.

import { hash, verify } from '@node-rs/argon2';

/** argon2id with 19 MiB, 2 passes, 1 lane (OWASP's first choice): 50 ms on a small machine. */
const ARGON2 = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export function hashPassword(password: string): Promise<string> {
  return hash(password, ARGON2);
}

export function isPasswordOf(passwordHash: string, password: string): Promise<boolean> {
  return verify(passwordHash, password);
}
