// Finds the link that a path's slug names for a workspace.

import { preparedStatement, type Db } from '@kurz/database';
import type { LinkCacheKey } from '@kurz/link-cache';
import { linkRows, TAGS_OF_LINK, type LinkRow } from './link-rows';

export type LinkAddress = {
  workspaceId: string;
  /** The workspace's own choice; null: the shared default zone. */
  defaultZoneId: string | null;
  slug: string;
  /** As zones store it; undefined: the first match, the default zone's link before the oldest. */
  zoneDomain?: string;
};

// the columns are those of linkRows
const firstMatch = preparedStatement<LinkRow>(
  'find_link',
  `
  SELECT
    links.id, links.zone_id, links.slug, links.url, links.title, zones.domain AS zone_domain,
    coalesce(link_hits.hits, 0) + links.pre_tracking AS hits,
    links.is_enabled, links.is_restricted, links.is_unsafe,
    links.utm_source, links.utm_medium, links.utm_campaign, links.utm_term, links.utm_content,
    links.starts_at, links.expires_at, links.expired_url, links.rules, links.split, links.forwards_query,
    links.password_hash IS NOT NULL AS has_password,
    links.note, links.external_id, links.is_archived, ${TAGS_OF_LINK} AS tags,
    links.version, links.created_at, links.updated_at
  FROM links
  JOIN zones ON zones.id = links.zone_id
  LEFT JOIN link_hits ON link_hits.link_id = links.id
  WHERE links.workspace_id = $1 AND links.slug = $2 AND ($3::text IS NULL OR zones.domain = $3)
  ORDER BY
    -- a domain that was taken from the workspace may be shared by now
    $3::text IS NOT NULL AND zones.is_proven DESC,
    CASE WHEN $4::text IS NULL THEN zones.is_default ELSE links.zone_id = $4 END DESC,
    links.created_at,
    links.id
  LIMIT 1`,
);

export async function findLink(db: Db, address: LinkAddress): Promise<LinkRow | undefined> {
  const { workspaceId, defaultZoneId, slug, zoneDomain } = address;
  const [row] = await firstMatch(db, [workspaceId, slug, zoneDomain ?? null, defaultZoneId]);
  return row;
}

/**
 * Reads a link again under the lock of its key, so that the fields that an edit leaves out keep their values. Undefined
 * when the link was deleted or renamed since it was found.
 */
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

/** Whether a link has the key. The answer holds only while the caller holds the key's lock. */
export async function isSlugTaken(db: Db, { zoneId, slug }: LinkCacheKey): Promise<boolean> {
  const link = await db
    .selectFrom('links')
    .select('id')
    .where('zone_id', '=', zoneId)
    .where('slug', '=', slug)
    .executeTakeFirst();
  return link !== undefined;
}
