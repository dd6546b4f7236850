// The password of a link as create and edit receive it, and its hash. Nothing else keeps the password.

import { hashPassword, linkPasswordOf, MAX_LINK_PASSWORD, MIN_LINK_PASSWORD } from '@kurz/password-hash';
import { makeSemaphore } from '@kurz/resilience';
import { refuse, type Refusal } from '../errors/refusal';

/** The field of a body. null removes the password; undefined leaves it as it is. */
export type PasswordField = { password?: string | null };

/** A hash takes 50 ms. All links of a request with the same password share one hash. */
export const MAX_PASSWORDS_AT_ONCE = 10;

/** Uses two of the process's four threads: sign-ins need the others. */
const hashing = makeSemaphore(2);

/** `password`: the text to hash. */
export function readPassword({
  password: sent,
}: PasswordField): ({ kind: 'read' } & PasswordField) | Refusal {
  if (sent === undefined || sent === null) return { kind: 'read', password: sent };
  const password = linkPasswordOf(sent);
  if (password.kind === 'password') return { kind: 'read', password: password.text };
  const { reason } = password;
  const length = { min: MIN_LINK_PASSWORD, max: MAX_LINK_PASSWORD };
  return refuse('VALIDATION_FAILED', { field: 'password', reason, ...(reason === 'wrong_length' && length) });
}

async function hash(password: string): Promise<string> {
  const release = await hashing.take();
  try {
    return await hashPassword(password);
  } finally {
    release();
  }
}

/** undefined and null stay what they are. */
export const hashOf = async (password: string | null | undefined): Promise<string | null | undefined> =>
  typeof password === 'string' ? hash(password) : password;

export type HashedPasswords = {
  /** Undefined when the request has too many different passwords before this one. */
  hashOf: (password: string) => string | undefined;
};

/** Hashes each different password of one request once. */
export async function hashPasswords(
  passwords: readonly (string | null | undefined)[],
): Promise<HashedPasswords> {
  const different = new Set(passwords.filter((password) => typeof password === 'string'));
  const first = [...different].slice(0, MAX_PASSWORDS_AT_ONCE);
  const hashes = await Promise.all(first.map(hash));
  const known = new Map(first.map((password, index) => [password, hashes[index]]));
  return { hashOf: (password) => known.get(password) };
}

export const refuseManyPasswords = (): Refusal =>
  refuse('VALIDATION_FAILED', {
    field: 'password',
    reason: 'too_many_passwords',
    max: MAX_PASSWORDS_AT_ONCE,
  });
