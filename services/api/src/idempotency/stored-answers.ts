// The answers stored under Idempotency-Keys: finding, storing and purging them, and the lock of a key.

import { preparedStatement, type Db } from '@kurz/database';
import { sql } from 'kysely';

/** How long a stored answer is replayed. */
export const IDEMPOTENCY_TTL_HOURS = 24;

/** The token, or the session of a signed-in person, that sent the key, and the workspace that it acted in. */
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

/** Keeps these locks apart from those of links' keys, which are hashed with 0. */
const SEED = 1;

const tryLock = preparedStatement<{ isLocked: boolean }>(
  'lock_key_of_request',
  `SELECT pg_try_advisory_xact_lock(hashtextextended($1, ${SEED})) AS "isLocked"`,
);

/** Takes the lock of a key until the transaction ends. False when another request holds it. Never waits. */
export async function lockKeyOfRequest(
  transaction: Db,
  { callerId, workspaceId, key }: StoredKey,
): Promise<boolean> {
  const name = `${callerId}/${workspaceId}/${key}`;
  const [row] = await tryLock(transaction, [name]);
  return row?.isLocked ?? false;
}

const store = preparedStatement<never>(
  'store_idempotent_answer',
  `
  INSERT INTO idempotent_answers (caller_id, workspace_id, key, request_hash, status, headers, body)
  VALUES ($1, $2, $3, $4, $5, $6, $7)
  ON CONFLICT (caller_id, workspace_id, key) DO UPDATE
  SET request_hash = excluded.request_hash, status = excluded.status, headers = excluded.headers, body = excluded.body,
      created_at = excluded.created_at`,
);

/**
 * Stores in the transaction that did the request's work. Replaces an outdated answer. The caller holds the key's lock.
 */
export async function storeAnswer(
  transaction: Db,
  { callerId, workspaceId, key }: StoredKey,
  { requestHash, status, headers, body }: StoredAnswer,
): Promise<void> {
  await store(transaction, [
    callerId,
    workspaceId,
    key,
    requestHash,
    status,
    JSON.stringify(headers),
    JSON.stringify(body),
  ]);
}

/** Rows removed at once. Answers to batches take hundreds of kilobytes: more would exceed the statement timeout. */
export const ANSWERS_AT_ONCE = 100;

/**
 * Removes answers whose TTL is over, because they hold data of links. Resolves with their number.
 */
export async function purgeExpiredAnswers(db: Db): Promise<number> {
  for (let purged = 0; ;) {
    const { numAffectedRows = 0n } = await sql`
      DELETE FROM idempotent_answers WHERE ctid IN (
        SELECT ctid FROM idempotent_answers
        WHERE created_at <= now() - make_interval(hours => ${IDEMPOTENCY_TTL_HOURS})
        LIMIT ${ANSWERS_AT_ONCE} FOR UPDATE SKIP LOCKED
      )`.execute(db);
    purged += Number(numAffectedRows);
    if (numAffectedRows < ANSWERS_AT_ONCE) return purged;
  }
}
