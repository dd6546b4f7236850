// Creates a person whom the operator vouches for: the address counts as verified, and accounts that claimed it
// without verification lose it.

import type { Db } from '@kurz/database';
import { hashPassword } from '@kurz/password-hash';
import { SYSTEM, type AuditActor } from '../audit/audit-event';
import { findClaims, lockEmail, releaseEmail } from './email-claims';
import { insertUser } from './insert-user';
import { isEmail } from './is-email';

export type CreateUserOutcome =
  | { kind: 'created'; userId: string; personalWorkspaceId: string }
  | { kind: 'email_taken' }
  | { kind: 'bad_email' };

/** E-mail addresses are compared without regard to case. Without a password the person cannot sign in with one. */
export async function createUser(
  db: Db,
  user: { email: string; password?: string },
  by: AuditActor = SYSTEM,
): Promise<CreateUserOutcome> {
  const email = user.email.trim();
  if (!isEmail(email)) return { kind: 'bad_email' };
  const passwordHash = user.password ? await hashPassword(user.password) : null;
  return db.transaction().execute(async (transaction) => {
    await lockEmail(transaction, email);
    const claims = await findClaims(transaction, email);
    if (claims.some(({ isVerified }) => isVerified)) return { kind: 'email_taken' };
    const now = new Date();
    const inserted = await insertUser(transaction, { email, passwordHash, emailVerifiedAt: now }, by);
    await releaseEmail(transaction, email, { exceptUserId: inserted.userId, now, by });
    return { kind: 'created', ...inserted };
  });
}
