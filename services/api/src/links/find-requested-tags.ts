// Finds the ids of the tags that a list's request names.

import type { Db } from '@kurz/database';
import { findTagIds } from '../tags/find-tags';
import type { ListRequest } from './list-request-of';

/** `needed`: how many of the tags a link must have. Null when no link can have them. */
export async function findRequestedTags(
  db: Db,
  workspaceId: string,
  { keys, match }: NonNullable<ListRequest['tagged']>,
): Promise<{ ids: string[]; needed: number } | null> {
  const ids = await findTagIds(db, workspaceId, keys);
  const needed = match === 'all' ? keys.length : 1;
  return ids.length < needed ? null : { ids, needed };
}
