// Finds a link by its short URL, whoever owns it.

import type { Db } from '@kurz/database';

export async function findLinkAt(db: Db, domain: string, slug: string) {
  return db
    .selectFrom('links')
    .innerJoin('zones', 'zones.id', 'links.zone_id')
    .select([
      'links.id',
      'links.workspace_id',
      'links.zone_id',
      'links.is_restricted',
      'links.is_unsafe',
      'zones.domain',
    ])
    .where('zones.domain', '=', domain)
    .where('links.slug', '=', slug)
    .executeTakeFirst();
}
