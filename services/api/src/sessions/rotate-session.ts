// Exchanges a refresh token for the next of its session. A token is good for one exchange: a second one means that two
// parties hold it, so the session ends for both.
//
// Two tabs of one browser may renew at the same moment and send the same token. The second one gets `just_replaced`: no
// new token, and no harm done; it finds the new cookie when it retries. A thief gains nothing by that, and is detected
// by the first exchange after GRACE_MS, by the clock of PostgreSQL: the tabs may be served by two processes.

import type { Db } from '@kurz/database';
import { sql } from 'kysely';
import { lockUser } from '../people/lock-user';
import type { Device } from './device-of';
import { insertSession, newSessionId } from './insert-session';
import { revokeLockedSessions } from './revoke-sessions';

export const GRACE_MS = 10_000;

export type RotateSessionOutcome =
  | { kind: 'rotated'; userId: string; sessionId: string; expiresAt: Date }
  | { kind: 'just_replaced' }
  /** Used before: the whole session is ended. */
  | { kind: 'reused'; userId: string; sessionId: string }
  /** Unknown, expired or revoked. */
  | { kind: 'ended' };

export type Rotation = {
  secretHashes: readonly Buffer[];
  nextSecretHash: Buffer;
  now: Date;
  device: Device;
};

function findToken(db: Db, secretHashes: readonly Buffer[]) {
  return db
    .selectFrom('sessions')
    .select([
      'id',
      'family_id as sessionId',
      'user_id as userId',
      'replaced_at as replacedAt',
      sql<boolean>`clock_timestamp() - replaced_at <= ${GRACE_MS} * interval '1 millisecond'`.as(
        'isJustReplaced',
      ),
      'revoked_at as revokedAt',
      'expires_at as expiresAt',
    ])
    .where('secret_hash', 'in', secretHashes)
    .executeTakeFirst();
}

export async function rotateSession(db: Db, rotation: Rotation): Promise<RotateSessionOutcome> {
  const { secretHashes, nextSecretHash, now, device } = rotation;
  return db.transaction().execute(async (transaction) => {
    const owned = await findToken(transaction, secretHashes);
    if (!owned) return { kind: 'ended' };
    await lockUser(transaction, owned.userId);
    // read again, because the wait for the lock may have been for another exchange of this very token
    const token = await findToken(transaction, secretHashes);
    if (!token || token.revokedAt || token.expiresAt <= now) return { kind: 'ended' };
    // the session keeps the end that it got at the sign-in, however often it is renewed
    const { userId, sessionId, expiresAt } = token;
    if (token.replacedAt) {
      if (token.isJustReplaced) return { kind: 'just_replaced' };
      await revokeLockedSessions(transaction, userId, { kind: 'only', sessionId }, now);
      return { kind: 'reused', userId, sessionId };
    }
    const id = newSessionId();
    await transaction
      .updateTable('sessions')
      .set({ replaced_by: id, replaced_at: sql<Date>`clock_timestamp()` })
      .where('id', '=', token.id)
      .execute();
    await insertSession(transaction, {
      id,
      sessionId,
      userId,
      secretHash: nextSecretHash,
      now,
      expiresAt,
      device,
    });
    return { kind: 'rotated', userId, sessionId, expiresAt };
  });
}
