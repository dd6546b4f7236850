// The tags that a list asks for, as its statements know them.

import type { Db } from '@kurz/database';
import { findTagIds } from '../tags/find-tags';
import type { ListRequest } from './list-request-of';

/** `needed`: how many of them a link must have. Null: no link can have them. */
export async function findTagsAsked(
  db: Db,
  workspaceId: string,
  { keys, match }: NonNullable<ListRequest['tagged']>,
): Promise<{ ids: string[]; needed: number } | null> {
  const ids = await findTagIds(db, workspaceId, keys);
  const needed = match === 'all' ? keys.length : 1;
  return ids.length < needed ? null : { ids, needed };
}
