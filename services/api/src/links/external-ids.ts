// A workspace's own ids of its links, each given to one link at most.

import { lockNames, type Db } from '@kurz/database';

/**
 * Resolves with the link id of each external id that is already given. The answer holds until the transaction ends,
 * because writers of the same external id take turns. To be called after keys are locked and before tags are.
 */
export async function claimExternalIds(
  transaction: Db,
  workspaceId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const names = [...new Set(ids)].map((id) => `external/${workspaceId}/${id}`);
  await lockNames(transaction, names);
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
