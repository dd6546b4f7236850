// Mailed links, each valid for one use. Only a keyed hash of the secret is stored.

import type { Db, EmailLinksTable } from '@kurz/database';
import type { AuditActor } from '../audit/audit-event';
import { dropMail } from './mail-outbox';
import { markEmailVerified } from '../people/mark-email-verified';
import { sql } from 'kysely';

export type EmailLinkKind = EmailLinksTable['kind'];
export type EmailLink = { id: string; userId: string; email: string };

const MINUTE_MS = 60_000;

/** A reset is used at once; a verification link may lie in a mailbox over night. */
export const LINK_MS: Record<EmailLinkKind, number> = {
  'password-reset': 30 * MINUTE_MS,
  'email-proof': 24 * 60 * MINUTE_MS,
};

/** Most open links of one kind for one person, so that no mailbox is flooded. */
const MAX_OPEN = 5;

/** Within a transaction: makes opening and using links of one person take turns. */
export async function lockEmailLinks(transaction: Db, userId: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('email-links/' || ${userId}, 0))`.execute(
    transaction,
  );
}

/** Stores a link, or renews the same mail's link, under lockEmailLinks. Returns false when MAX_OPEN others are open. */
export async function openEmailLink(
  transaction: Db,
  link: EmailLink & { kind: EmailLinkKind; secretHash: Buffer; now: Date; expiresAt: Date },
): Promise<boolean> {
  const { id, userId, email, kind, secretHash, now, expiresAt } = link;
  await transaction
    .deleteFrom('email_links')
    .where('user_id', '=', userId)
    .where('expires_at', '<=', now)
    .execute();
  const open = await transaction
    .selectFrom('email_links')
    .select('id')
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('id', '!=', id)
    .limit(MAX_OPEN)
    .execute();
  if (open.length >= MAX_OPEN) return false;
  await transaction
    .insertInto('email_links')
    .values({ id, user_id: userId, kind, email, secret_hash: secretHash, expires_at: expiresAt })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({ secret_hash: secretHash, expires_at: expiresAt }),
    )
    .execute();
  return true;
}

export async function findEmailLink(
  db: Db,
  link: { kind: EmailLinkKind; secretHashes: readonly Buffer[]; now: Date },
): Promise<EmailLink | undefined> {
  return db
    .selectFrom('email_links')
    .select(['id', 'user_id as userId', 'email'])
    .where('secret_hash', 'in', link.secretHashes)
    .where('kind', '=', link.kind)
    .where('expires_at', '>', link.now)
    .executeTakeFirst();
}

/** Within a transaction: uses the link up, and drops its mail, which would renew it. Returns false if already used. */
export async function useEmailLink(
  transaction: Db,
  { id, userId }: Pick<EmailLink, 'id' | 'userId'>,
): Promise<boolean> {
  await lockEmailLinks(transaction, userId);
  await dropMail(transaction, id);
  const used = await transaction
    .deleteFrom('email_links')
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  return used !== undefined;
}

/** Within a transaction, after useEmailLink: invalidates all links of the person. */
export async function dropEmailLinks(transaction: Db, userId: string): Promise<void> {
  const dropped = await transaction
    .deleteFrom('email_links')
    .where('user_id', '=', userId)
    .returning('id')
    .execute();
  for (const { id } of dropped) await dropMail(transaction, id);
}

/**
 * Uses a mailed link to verify the address of the person who is signed in. The link of another person's account
 * verifies nothing, so a squatter cannot have the owner of the address do it for them.
 */
export async function confirmEmail(
  db: Db,
  confirmation: { secretHashes: readonly Buffer[]; userId: string; now: Date },
  by: AuditActor,
): Promise<{ kind: 'verified' | 'no_such_link' }> {
  const { secretHashes, userId, now } = confirmation;
  return db.transaction().execute(async (transaction) => {
    const link = await findEmailLink(transaction, { kind: 'email-proof', secretHashes, now });
    if (link?.userId !== userId || !(await useEmailLink(transaction, link))) {
      return { kind: 'no_such_link' };
    }
    const { kind } = await markEmailVerified(transaction, { userId, email: link.email, now }, by);
    await dropEmailLinks(transaction, userId);
    return { kind: kind === 'verified' ? 'verified' : 'no_such_link' };
  });
}
