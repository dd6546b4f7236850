// The links of a zone by slug, looked up in chunks and remembered for the length of an import; missing ones are made
// where that is asked for.

import type { Db } from '@kurz/database';
import { makeId } from '@kurz/process';
import { sql } from 'kysely';

export type CountedLink = { linkId: string; workspaceId: string };

export type MissingLink = {
  slug: string;
  url: string;
  location: string;
  title: string;
};

/** Links of the given slugs; those not found are left out. */
export async function findLinksOfSlugs(
  db: Db,
  zoneId: string,
  slugs: string[],
): Promise<Map<string, CountedLink>> {
  const { rows } = await sql<{ slug: string; id: string; workspace_id: string }>`
    SELECT slug, id, workspace_id FROM links WHERE zone_id = ${zoneId} AND slug = ANY(${slugs})`.execute(db);
  return new Map(rows.map((row) => [row.slug, { linkId: row.id, workspaceId: row.workspace_id }]));
}

/** As many keys as one transaction locks: PostgreSQL's lock table is shared by all and small. */
export const MOST_LINKS_AT_ONCE = 500;

/**
 * Makes links (at most MOST_LINKS_AT_ONCE) in one transaction, with their news for the link directory; slugs that
 * somebody took meanwhile are passed over. An operator's import takes no quota.
 */
export async function createLinksOfSlugs(
  db: Db,
  zoneId: string,
  workspaceId: string,
  links: MissingLink[],
): Promise<number> {
  const columns = {
    ids: links.map(() => makeId('lnk')),
    slugs: links.map((link) => link.slug),
    urls: links.map((link) => link.url),
    locations: links.map((link) => link.location),
    titles: links.map((link) => link.title),
  };
  return db.transaction().execute(async (transaction) => {
    // whoever draws a version for a key holds its lock, so that versions are in the order of commits
    await sql`
      SELECT pg_advisory_xact_lock(hashtextextended(${zoneId} || '/' || slug, 0))
      FROM (SELECT unnest(${columns.slugs}::text[]) AS slug ORDER BY 1) AS keys`.execute(transaction);
    const { rows } = await sql<{ slug: string }>`
    WITH made AS (
      INSERT INTO links (id, workspace_id, zone_id, slug, url, location, title)
      SELECT id, ${workspaceId}, ${zoneId}, slug, url, location, title
      FROM unnest(${columns.ids}::text[], ${columns.slugs}::text[], ${columns.urls}::text[],
                  ${columns.locations}::text[], ${columns.titles}::text[]) AS t (id, slug, url, location, title)
      ON CONFLICT (zone_id, slug) DO NOTHING
      RETURNING zone_id, slug, version
    )
    INSERT INTO link_changes (zone_id, slug, version) SELECT zone_id, slug, version FROM made RETURNING slug`.execute(
      transaction,
    );
    return rows.length;
  });
}
