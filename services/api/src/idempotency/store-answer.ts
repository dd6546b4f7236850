// Stores the answer of a request under its Idempotency-Key, in the transaction that did the request's work.

import type { Db } from '@kurz/database';
import type { StoredAnswer } from './find-answer';
import type { StoredKey } from './stored-key';

/** Takes the place of an outdated one. The caller holds the key's lock. */
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
