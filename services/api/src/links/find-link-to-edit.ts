// Reads a link again under the lock of its key, so that what an edit leaves out stays what it is.

import type { Db } from '@kurz/database';
import { linkRows, type LinkRow } from './link-rows';

/** Undefined when the link was deleted or renamed since it was found. */
export async function findLinkToEdit(
  transaction: Db,
  { id, slug }: Pick<LinkRow, 'id' | 'slug'>,
): Promise<LinkRow | undefined> {
  return linkRows(transaction)
    .where('links.id', '=', id)
    .where('links.slug', '=', slug)
    .forUpdate('links')
    .executeTakeFirst();
}
