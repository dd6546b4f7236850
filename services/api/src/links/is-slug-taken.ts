// Says whether a key has a link. The caller holds the key's lock, so the answer stays true until its transaction ends.

import type { Db } from '@kurz/database';
import type { DirectoryKey } from '@kurz/link-directory';

export async function isSlugTaken(transaction: Db, { zoneId, slug }: DirectoryKey): Promise<boolean> {
  const link = await transaction
    .selectFrom('links')
    .select('id')
    .where('zone_id', '=', zoneId)
    .where('slug', '=', slug)
    .executeTakeFirst();
  return link !== undefined;
}
