// Notes that a key changed, in the transaction that changes it.

import type { Db } from '@kurz/database';
import type { DirectoryKey } from '@kurz/link-directory';

/** The row takes a fresh version, which a tombstone will carry. The caller holds the key's lock. */
export async function addChange(transaction: Db, { zoneId, slug }: DirectoryKey): Promise<void> {
  await transaction.insertInto('link_changes').values({ zone_id: zoneId, slug }).execute();
}
