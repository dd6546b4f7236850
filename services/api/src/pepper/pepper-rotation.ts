// The database part of ending a pepper's rotation: finds tokens that may still be stored under the old pepper, and
// encrypts secrets of second factors under the newest key.

import type { Db } from '@kurz/database';
import { sql } from 'kysely';
import { SYSTEM, type AuditActor } from '../audit/audit-event';
import { writeAuditEvents } from '../audit/write-audit-events';
import { openSecret, sealSecret } from '../second-factors/sealed-secret';
import { sessionKeysOf } from '../sessions/session-keys';

/** The subject of the events of a rotation. */
const SUBJECT = 'token_pepper';

export type UnusedToken = {
  tokenId: string;
  name: string;
  /** Null for a person's token. */
  workspaceId: string | null;
  /** The UTC day, `YYYY-MM-DD`. */
  lastUsedOn: string | null;
};

/**
 * Working tokens from before the rotation that were not used since. Only the day of the last use is kept: a use on the
 * day of the rotation may have been before it.
 */
export async function findTokensUnusedSince(db: Db, rotatedAt: Date): Promise<UnusedToken[]> {
  return db
    .selectFrom('tokens')
    .select(['id as tokenId', 'name', 'workspace_id as workspaceId', 'last_used_on as lastUsedOn'])
    .where('revoked_at', 'is', null)
    .where((column) => column.or([column('expires_at', 'is', null), column('expires_at', '>', new Date())]))
    .where('created_at', '<', rotatedAt)
    .where(sql<boolean>`coalesce(last_used_on <= (${rotatedAt}::timestamptz AT TIME ZONE 'UTC')::date, true)`)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** Resolves with the number of secrets that were sealed under the old key. */
async function resealSecondFactors(
  transaction: Db,
  peppers: { tokenPepper: string; oldTokenPepper: string },
): Promise<number> {
  const keys = sessionKeysOf(peppers).secondFactor;
  const rows = await transaction
    .selectFrom('totp_secrets')
    .select(['user_id as userId', 'sealed'])
    .forUpdate()
    .execute();
  let resealed = 0;
  for (const { userId, sealed } of rows) {
    const opened = openSecret(sealed, userId, keys);
    if (!opened?.isOld) continue;
    await transaction
      .updateTable('totp_secrets')
      .set({ sealed: sealSecret(opened.secret, userId, keys) })
      .where('user_id', '=', userId)
      .execute();
    resealed++;
  }
  return resealed;
}

/** To be called before the new pepper is stored. */
export async function noteRotatedPepper(db: Db, by: AuditActor = SYSTEM): Promise<void> {
  await writeAuditEvents(db, by, [{ action: 'pepper.rotated', subjectId: SUBJECT, workspaceId: null }]);
}

/** To be called before the old pepper is forgotten. When it resolves, the old pepper may be forgotten. */
export async function endPepperRotation(
  db: Db,
  peppers: { tokenPepper: string; oldTokenPepper: string },
  by: AuditActor = SYSTEM,
): Promise<{ secondFactors: number }> {
  return db.transaction().execute(async (transaction) => {
    const secondFactors = await resealSecondFactors(transaction, peppers);
    await writeAuditEvents(transaction, by, [
      { action: 'pepper.retired', subjectId: SUBJECT, workspaceId: null },
    ]);
    return { secondFactors };
  });
}
