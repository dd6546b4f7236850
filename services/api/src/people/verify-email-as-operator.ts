// Records the operator's word that an e-mail address belongs to the account that claims it.

import type { Db } from '@kurz/database';
import type { AuditActor } from '../audit/audit-event';
import { findClaims, lockEmail } from './email-claims';
import { markEmailVerified } from './mark-email-verified';

export type VerifyEmailAsOperatorOutcome =
  | { kind: 'verified'; userId: string }
  | { kind: 'already_verified'; userId: string }
  | { kind: 'no_such_user' }
  /** More than one account claims the address, and none of them was named. */
  | { kind: 'several'; userIds: string[] };

/** `userId`: the id of one of the accounts that claim the address. */
export async function verifyEmailAsOperator(
  db: Db,
  target: { email: string; userId?: string; now: Date },
  by?: AuditActor,
): Promise<VerifyEmailAsOperatorOutcome> {
  const { userId: named, now } = target;
  const email = target.email.trim();
  return db.transaction().execute(async (transaction) => {
    await lockEmail(transaction, email);
    const claims = await findClaims(transaction, email);
    const meant = named === undefined ? claims : claims.filter(({ userId }) => userId === named);
    const [claim, ...others] = meant;
    if (!claim) return { kind: 'no_such_user' };
    if (others.length > 0) return { kind: 'several', userIds: meant.map(({ userId }) => userId) };
    const { userId, isVerified } = claim;
    if (isVerified) return { kind: 'already_verified', userId };
    await markEmailVerified(transaction, { userId, email, now }, by);
    return { kind: 'verified', userId };
  });
}
