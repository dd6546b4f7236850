// Records the operator's word that an e-mail address belongs to the account that claims it.

import type { Db } from '@kurz/database';
import type { AuditActor } from '../audit/audit-event';
import { findClaims, lockEmail } from './email-claims';
import { proveEmail } from './prove-email';

export type VouchForEmailOutcome =
  | { kind: 'proven'; userId: string }
  | { kind: 'already_proven'; userId: string }
  | { kind: 'no_such_user' }
  /** More than one account claims the address, and none of them was named. */
  | { kind: 'several'; userIds: string[] };

/** `userId`: the id of one of the accounts that claim the address. */
export async function vouchForEmail(
  db: Db,
  vouched: { email: string; userId?: string; now: Date },
  by?: AuditActor,
): Promise<VouchForEmailOutcome> {
  const { userId: named, now } = vouched;
  const email = vouched.email.trim();
  return db.transaction().execute(async (transaction) => {
    await lockEmail(transaction, email);
    const claims = await findClaims(transaction, email);
    const meant = named === undefined ? claims : claims.filter(({ userId }) => userId === named);
    const [claim, ...others] = meant;
    if (!claim) return { kind: 'no_such_user' };
    if (others.length > 0) return { kind: 'several', userIds: meant.map(({ userId }) => userId) };
    const { userId, isProven } = claim;
    if (isProven) return { kind: 'already_proven', userId };
    await proveEmail(transaction, { userId, email, now }, by);
    return { kind: 'proven', userId };
  });
}
