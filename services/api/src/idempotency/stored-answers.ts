// The answers stored under Idempotency-Keys: finding, storing and purging them, and the lock of a key.

import type { Db } from '@kurz/database';
import { sql } from 'kysely';

/** How long a stored answer is replayed. */
export const IDEMPOTENCY_TTL_HOURS = 24;

/** The token (of a signed-in person the session) that sent the key, and the workspace that it acted in. */
export type StoredKey = { callerId: string; workspaceId: string; key: string };

export type StoredAnswer = {
  requestHash: Buffer;
  status: number;
  headers: Record<string, string>;
  body: unknown;
};

/** The caller holds the key's lock. */
export async function findAnswer(
  transaction: Db,
  { callerId, workspaceId, key }: StoredKey,
): Promise<StoredAnswer | undefined> {
  return transaction
    .selectFrom('idempotent_answers')
    .select(['request_hash as requestHash', 'status', 'headers', 'body'])
    .where('caller_id', '=', callerId)
    .where('workspace_id', '=', workspaceId)
    .where('key', '=', key)
    .where('created_at', '>', sql<Date>`now() - make_interval(hours => ${IDEMPOTENCY_TTL_HOURS})`)
    .executeTakeFirst();
}

/** Apart from the locks of links' keys, which are hashed with 0. */
const SEED = 1;

/** Takes the lock of a key until the transaction ends. False when another request holds it. Never waits. */
export async function lockKeyOfRequest(
  transaction: Db,
  { callerId, workspaceId, key }: StoredKey,
): Promise<boolean> {
  const name = `${callerId}/${workspaceId}/${key}`;
  const { rows } = await sql<{ isLocked: boolean }>`
    SELECT pg_try_advisory_xact_lock(hashtextextended(${name}, ${SEED})) AS "isLocked"`.execute(transaction);
  return rows[0]?.isLocked ?? false;
}

/**
 * In the transaction that did the request's work. Takes the place of an outdated one. The caller holds the key's lock.
 */
export async function storeAnswer(
  transaction: Db,
  { callerId, workspaceId, key }: StoredKey,
  { requestHash, status, headers, body }: StoredAnswer,
): Promise<void> {
  const row = {
    request_hash: requestHash,
    status,
    headers: JSON.stringify(headers),
    body: JSON.stringify(body),
  };
  await transaction
    .insertInto('idempotent_answers')
    .values({ caller_id: callerId, workspace_id: workspaceId, key, ...row })
    .onConflict((conflict) =>
      conflict
        .columns(['caller_id', 'workspace_id', 'key'])
        .doUpdateSet({ ...row, created_at: (excluded) => excluded.ref('excluded.created_at') }),
    )
    .execute();
}

/** Rows removed at once: short enough for the limit on a statement's time. */
const AT_ONCE = 1_000;

/**
 * Removes answers whose TTL is over, because they hold data of links. Resolves with their number.
 */
export async function purgeExpiredAnswers(db: Db): Promise<number> {
  for (let purged = 0; ;) {
    const { numAffectedRows = 0n } = await sql`
      DELETE FROM idempotent_answers WHERE ctid IN (
        SELECT ctid FROM idempotent_answers
        WHERE created_at <= now() - make_interval(hours => ${IDEMPOTENCY_TTL_HOURS})
        LIMIT ${AT_ONCE} FOR UPDATE SKIP LOCKED
      )`.execute(db);
    purged += Number(numAffectedRows);
    if (numAffectedRows < AT_ONCE) return purged;
  }
}
