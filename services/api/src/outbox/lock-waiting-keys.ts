// Takes the oldest keys that wait in link_changes, leaving out those that another API is working on.

import type { Db } from '@kurz/database';
import type { ChangedKey } from '@kurz/link-directory';

/** The keys stay locked until the transaction ends. */
export async function lockWaitingKeys(transaction: Db, limit: number): Promise<ChangedKey[]> {
  const rows = await transaction
    .selectFrom('link_changes')
    .select(['zone_id', 'slug'])
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute();
  const keys = new Map<string, ChangedKey>();
  for (const { zone_id: zoneId, slug } of rows) keys.set(`${zoneId}/${slug ?? ''}`, { zoneId, slug });
  return [...keys.values()];
}
