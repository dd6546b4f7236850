// Stores a refresh token as its session's live one, and deletes the rows of the person's expired sessions.

import type { Db } from '@kurz/database';
import { randomBase62 } from '@kurz/process';
import type { Device } from './device-of';

/** Makes the id of a session, which its access tokens carry, or of one of its rows. */
export function newSessionId(): string {
  return `ses_${randomBase62(18)}`;
}

export type SessionRow = {
  id: string;
  sessionId: string;
  userId: string;
  secretHash: Buffer;
  now: Date;
  expiresAt: Date;
  device: Device;
};

/** Within a transaction that holds the person's lock. */
export async function insertSession(transaction: Db, row: SessionRow): Promise<void> {
  const { id, sessionId, userId, secretHash, now, expiresAt, device } = row;
  await transaction
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('expires_at', '<=', now)
    .execute();
  await transaction
    .insertInto('sessions')
    .values({
      id,
      family_id: sessionId,
      user_id: userId,
      secret_hash: secretHash,
      replaced_by: null,
      expires_at: expiresAt,
      created_at: now,
      ...device,
    })
    .execute();
}
