// The accounts that claim an e-mail address. Several unverified claims may coexist; the first verification gives the
// address to its account and takes it from the others.

import type { Db } from '@kurz/database';
import { sql } from 'kysely';
import type { AuditActor, AuditEvent } from '../audit/audit-event';
import { writeAuditEvents } from '../audit/write-audit-events';
import { revokeTokens } from './revoke-tokens';
import { dropSecondFactors } from './second-factor-rows';
import { dropSignInLinks } from './sign-in-links';

/** An account that lost its address gets one in this domain, which never receives mail (RFC 2606). */
const RELEASED_DOMAIN = 'released.invalid';

const sameAs = (email: string) => sql<string>`lower(${email})`;

/** Within a transaction: serializes changes of the claims of an address. */
export async function lockEmail(transaction: Db, email: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('email/' || lower(${email}), 0))`.execute(
    transaction,
  );
}

export type Claim = { userId: string; email: string; isVerified: boolean; isSuspended: boolean };

/** Oldest first. A verified claim is the only one. */
export async function findClaims(db: Db, email: string): Promise<Claim[]> {
  return db
    .selectFrom('users')
    .select([
      'id as userId',
      'email',
      sql<boolean>`email_verified_at IS NOT NULL`.as('isVerified'),
      sql<boolean>`suspended_at IS NOT NULL`.as('isSuspended'),
    ])
    .where(sql`lower(email)`, '=', sameAs(email))
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/**
 * Takes from an account its address, password, sign-in links, second factors, sessions and its own tokens. It leaves
 * the workspaces that invited the address. It keeps what it owns, and the operator can transfer that.
 */
async function release(
  transaction: Db,
  userId: string,
  { now, by }: { now: Date; by: AuditActor },
): Promise<void> {
  await transaction
    .updateTable('users')
    .set({ email: `${userId}@${RELEASED_DOMAIN}`, password_hash: null })
    .where('id', '=', userId)
    .execute();
  await transaction
    .updateTable('sessions')
    .set({ revoked_at: now })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .execute();
  await dropSignInLinks(transaction, userId);
  await dropSecondFactors(transaction, userId);
  await revokeTokens(transaction, { userId, isWithOwned: false }, { now, by });
  const left = await transaction
    .deleteFrom('members')
    .where('user_id', '=', userId)
    .where('role', '!=', 'owner')
    .returning(['workspace_id as workspaceId', 'role'])
    .execute();
  const removals = left.map(({ workspaceId, role }): AuditEvent => {
    const changes = { role: { old: role } };
    return { action: 'member.removed', subjectId: userId, workspaceId, changes };
  });
  await writeAuditEvents(transaction, by, [
    { action: 'user.email_released', subjectId: userId, workspaceId: null },
    ...removals,
  ]);
}

/** Within a transaction that holds the address's lock: takes it from every unverified account but `exceptUserId`. */
export async function releaseEmail(
  transaction: Db,
  email: string,
  { exceptUserId, now, by }: { exceptUserId: string; now: Date; by: AuditActor },
): Promise<void> {
  const claims = await findClaims(transaction, email);
  for (const { userId, isVerified } of claims) {
    if (!isVerified && userId !== exceptUserId) await release(transaction, userId, { now, by });
  }
}
