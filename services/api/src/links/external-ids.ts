// A workspace's own ids of its links, each given to one link at most.

import type { Db } from '@kurz/database';
import { sql } from 'kysely';

/**
 * The links of those ids that have one; true until the transaction ends, because those who give ids take turns. After the locks of
 * keys, before that of tags. In sorted order.
 */
export async function claimExternalIds(
  transaction: Db,
  workspaceId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const names = [...new Set(ids)].map((id) => `external/${workspaceId}/${id}`).sort();
  await sql`
    SELECT pg_advisory_xact_lock(hashtextextended(name, 0)) FROM unnest(${names}::text[]) AS name`.execute(
    transaction,
  );
  const rows = await transaction
    .selectFrom('links')
    .select(['id', 'external_id'])
    .where('workspace_id', '=', workspaceId)
    .where('external_id', 'in', ids)
    .execute();
  return new Map(
    rows.flatMap(({ id, external_id: externalId }) => (externalId === null ? [] : [[externalId, id]])),
  );
}
