// Finds a link by its short URL, in any workspace. The link that visitors get comes before a link on a domain that its
// workspace lost.

import type { Db } from '@kurz/database';
import { sql } from 'kysely';

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
      'links.restricted_by',
      'links.unsafe_by',
      // where a link with a password leads after it, and a link with conditions leads without them
      sql<string>`coalesce(links.guarded_location, links.fallback_location, links.location)`.as('location'),
      'links.expired_location',
      'links.condition_locations',
      'zones.domain',
    ])
    .where('zones.domain', '=', domain)
    .where('links.slug', '=', slug)
    .orderBy('zones.is_proven', 'desc')
    .limit(1)
    .executeTakeFirst();
}
