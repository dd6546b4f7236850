// Writes the changes of an edit with a fresh version.

import type { Db } from '@kurz/database';
import { sql } from 'kysely';
import type { LinkUpdate } from './changes-of';
import type { LinkRow } from './link-rows';

/**
 * Tags are written separately (`WorkspaceTags`). The caller holds the locks of the link's key and of its new key.
 * Resolves with the row's version, time and password state after the update.
 */
export async function updateLink(
  transaction: Db,
  id: string,
  changes: Omit<LinkUpdate, 'tags'>,
): Promise<Pick<LinkRow, 'version' | 'updated_at' | 'has_password'>> {
  const { rules, split, ...columns } = changes;
  return transaction
    .updateTable('links')
    .set({
      ...columns,
      ...(split !== undefined && { split: split && JSON.stringify(split) }),
      ...(rules !== undefined && { rules: rules && JSON.stringify(rules) }),
      version: sql<number>`nextval('link_versions')`,
      // not now(): the transaction began before it waited for its locks
      updated_at: sql<Date>`clock_timestamp()`,
    })
    .where('id', '=', id)
    .returning(['version', 'updated_at', sql<boolean>`password_hash IS NOT NULL`.as('has_password')])
    .executeTakeFirstOrThrow();
}
