// Uses a mailed link to set a person's password, and ends all their sessions. Their own tokens stay. The link verifies
// the address as well. When it was not verified before, an attacker may have made the account: then tokens and second
// factors are revoked, and everybody else is removed from its workspaces.

import type { Db } from '@kurz/database';
import type { AuditActor } from '../audit/audit-event';
import { writeAuditEvents } from '../audit/write-audit-events';
import { dropEmailLinks, useEmailLink, type EmailLink } from '../mail/email-links';
import { lockUser } from '../people/lock-user';
import { markEmailVerified } from '../people/mark-email-verified';
import { revokeTokens } from '../people/revoke-tokens';
import { dropSecondFactors } from '../people/second-factor-rows';
import { clearWorkspaces, lockOwnedWorkspaces } from './clear-workspaces';
import { revokeLockedSessions } from './revoke-sessions';

async function hasVerifiedEmail(transaction: Db, userId: string): Promise<boolean> {
  const row = await transaction
    .selectFrom('users')
    .select('email_verified_at as verifiedAt')
    .where('id', '=', userId)
    .executeTakeFirst();
  return Boolean(row?.verifiedAt);
}

export async function resetPassword(
  db: Db,
  reset: { link: EmailLink; passwordHash: string; now: Date },
): Promise<{ kind: 'reset'; isSuspended: boolean } | { kind: 'no_such_link' }> {
  const { link, passwordHash, now } = reset;
  const { userId, email } = link;
  const by: AuditActor = { kind: 'user', userId };
  return db.transaction().execute(async (transaction) => {
    if (!(await useEmailLink(transaction, link))) return { kind: 'no_such_link' };
    const user = await lockUser(transaction, userId);
    const hadVerifiedEmail = await hasVerifiedEmail(transaction, userId);
    // lock order, as for joins: workspaces before the address
    const owned = hadVerifiedEmail ? [] : await lockOwnedWorkspaces(transaction, userId);
    const { kind } = await markEmailVerified(transaction, { userId, email, now }, by);
    if (!user || kind !== 'verified') return { kind: 'no_such_link' };
    await transaction
      .updateTable('users')
      .set({ password_hash: passwordHash })
      .where('id', '=', userId)
      .execute();
    if (!hadVerifiedEmail) {
      await dropSecondFactors(transaction, userId);
      await revokeTokens(transaction, { userId, isWithOwned: true }, { now, by });
      await clearWorkspaces(transaction, owned, { userId, by });
    }
    await revokeLockedSessions(transaction, userId, { kind: 'all' }, now);
    await dropEmailLinks(transaction, userId);
    await writeAuditEvents(transaction, by, [
      { action: 'user.password_changed', subjectId: userId, workspaceId: null },
    ]);
    return { kind: 'reset', isSuspended: user.isSuspended };
  });
}
