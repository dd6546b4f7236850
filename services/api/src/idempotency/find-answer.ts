// Finds the answer that was stored under an Idempotency-Key in the last day.

import type { Db } from '@kurz/database';
import { sql } from 'kysely';
import { KEPT_HOURS } from './kept-hours';
import type { StoredKey } from './stored-key';

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
    .where('created_at', '>', sql<Date>`now() - make_interval(hours => ${KEPT_HOURS})`)
    .executeTakeFirst();
}
