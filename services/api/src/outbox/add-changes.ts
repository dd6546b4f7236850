// Notes that keys changed, in the transaction that changes them.

import { preparedStatement, type Db } from '@kurz/database';
import type { DirectoryKey } from '@kurz/link-directory';

const insertChanges = preparedStatement<never>(
  'add_link_changes',
  'INSERT INTO link_changes (zone_id, slug) SELECT * FROM unnest($1::text[], $2::text[])',
);

/** Each row takes a fresh version, which a tombstone will carry. The caller holds the keys' locks. */
export async function addChanges(transaction: Db, keys: readonly DirectoryKey[]): Promise<void> {
  await insertChanges(transaction, [keys.map((key) => key.zoneId), keys.map((key) => key.slug)]);
}
