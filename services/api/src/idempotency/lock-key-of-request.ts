// Takes the lock of an Idempotency-Key until the transaction ends.

import type { Db } from '@kurz/database';
import { sql } from 'kysely';
import type { StoredKey } from './stored-key';

/** Apart from the locks of links' keys, which are hashed with 0. */
const SEED = 1;

/** False when another request holds it. Never waits. */
export async function lockKeyOfRequest(
  transaction: Db,
  { callerId, workspaceId, key }: StoredKey,
): Promise<boolean> {
  const name = `${callerId}/${workspaceId}/${key}`;
  const { rows } = await sql<{ isLocked: boolean }>`
    SELECT pg_try_advisory_xact_lock(hashtextextended(${name}, ${SEED})) AS "isLocked"`.execute(transaction);
  return rows[0]?.isLocked ?? false;
}
