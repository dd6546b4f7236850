// Notes that keys changed, in the transaction that changes them.

import type { Db } from '@kurz/database';
import type { DirectoryKey } from '@kurz/link-directory';
import { sql } from 'kysely';

/** Each row takes a fresh version, which a tombstone will carry. The caller holds the keys' locks. */
export async function addChanges(transaction: Db, keys: readonly DirectoryKey[]): Promise<void> {
  await sql`
    INSERT INTO link_changes (zone_id, slug)
    SELECT * FROM unnest(${keys.map((key) => key.zoneId)}::text[], ${keys.map((key) => key.slug)}::text[])`.execute(
    transaction,
  );
}
