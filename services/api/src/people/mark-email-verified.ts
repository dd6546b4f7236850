// Gives an e-mail address to one account that claims it, and takes it from all other accounts that do.

import type { Db } from '@kurz/database';
import { sql } from 'kysely';
import { SYSTEM, type AuditActor } from '../audit/audit-event';
import { writeAuditEvents } from '../audit/write-audit-events';
import { lockEmail, releaseEmail } from './email-claims';

export type MarkEmailVerifiedOutcome =
  | { kind: 'verified' }
  /** The account has another address by now: somebody else verified this one. */
  | { kind: 'not_claimed' };

/** Within a transaction. Idempotent: the first moment stays. */
export async function markEmailVerified(
  transaction: Db,
  claim: { userId: string; email: string; now: Date },
  by: AuditActor = SYSTEM,
): Promise<MarkEmailVerifiedOutcome> {
  const { userId, email, now } = claim;
  await lockEmail(transaction, email);
  const claimed = await transaction
    .selectFrom('users')
    .select('email_verified_at as verifiedAt')
    .where('id', '=', userId)
    .where(sql`lower(email)`, '=', sql<string>`lower(${email})`)
    .executeTakeFirst();
  if (!claimed) return { kind: 'not_claimed' };
  if (claimed.verifiedAt) return { kind: 'verified' };
  await releaseEmail(transaction, email, { exceptUserId: userId, now, by });
  await transaction.updateTable('users').set({ email_verified_at: now }).where('id', '=', userId).execute();
  await writeAuditEvents(transaction, by, [
    { action: 'user.email_proven', subjectId: userId, workspaceId: null },
  ]);
  return { kind: 'verified' };
}
