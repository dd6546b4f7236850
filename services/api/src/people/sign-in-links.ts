// One-time addresses that sign a person in, each valid for one use within 15 minutes. A new one replaces the one
// before. Only a hash of the secret is stored.

import { createHash, randomBytes } from 'node:crypto';
import type { Db } from '@kurz/database';
import { randomBase62 } from '@kurz/process';
import { SYSTEM, type AuditActor } from '../audit/audit-event';
import { writeAuditEvents } from '../audit/write-audit-events';
import { lockUser } from './lock-user';

export const SIGN_IN_LINK_MS = 15 * 60_000;

const SECRET_BYTES = 32;
const SHAPE = /^[\w-]{43}$/;

/** 256 random bits cannot be guessed, so the hash needs no key, and an admin command none of the server's secrets. */
const hashOf = (secret: string) => createHash('sha256').update(secret).digest();

export type NewSignInLink =
  | { kind: 'made'; userId: string; /** Below the address of the web app. */ path: string; expiresAt: Date }
  | { kind: 'no_such_user' }
  | { kind: 'suspended' };

/** The secret is in the fragment, so that no server and no log sees it. */
const pathOf = (secret: string) => `/app/sign-in#token=${secret}`;

export async function makeSignInLink(
  db: Db,
  { userId, now }: { userId: string; now: Date },
  by: AuditActor = SYSTEM,
): Promise<NewSignInLink> {
  const secret = randomBytes(SECRET_BYTES).toString('base64url');
  const expiresAt = new Date(now.getTime() + SIGN_IN_LINK_MS);
  return db.transaction().execute(async (transaction) => {
    const user = await lockUser(transaction, userId);
    if (!user) return { kind: 'no_such_user' };
    if (user.isSuspended) return { kind: 'suspended' };
    await dropSignInLinks(transaction, userId);
    await transaction
      .insertInto('sign_in_links')
      .values({
        id: `sil_${randomBase62(18)}`,
        user_id: userId,
        secret_hash: hashOf(secret),
        expires_at: expiresAt,
      })
      .execute();
    await writeAuditEvents(transaction, by, [
      { action: 'user.sign_in_link_made', subjectId: userId, workspaceId: null },
    ]);
    return { kind: 'made', userId, path: pathOf(secret), expiresAt };
  });
}

/** The person whom an open link signs in. Undefined when the link is unknown, used, replaced or expired. */
export async function findSignInLink(db: Db, secret: string, now: Date): Promise<string | undefined> {
  if (!SHAPE.test(secret)) return undefined;
  const found = await db
    .selectFrom('sign_in_links')
    .select('user_id as userId')
    .where('secret_hash', '=', hashOf(secret))
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return found?.userId;
}

/** In a transaction with the person's lock: uses up an open link. False when it was used or replaced meanwhile. */
export async function useSignInLink(transaction: Db, secret: string): Promise<boolean> {
  const used = await transaction
    .deleteFrom('sign_in_links')
    .where('secret_hash', '=', hashOf(secret))
    .returning('id')
    .executeTakeFirst();
  return used !== undefined;
}

/** Within a transaction: invalidates the person's open link. */
export async function dropSignInLinks(transaction: Db, userId: string): Promise<void> {
  await transaction.deleteFrom('sign_in_links').where('user_id', '=', userId).execute();
}
