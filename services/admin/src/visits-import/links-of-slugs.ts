// The links of a zone by slug, looked up in chunks and remembered for the length of an import; missing ones are made
// where that is asked for.

import {
  findFlags,
  joinKeptFlags,
  lockDestinations,
  flagsOfMade,
  writeAuditEvents,
  type AuditActor,
} from '@kurz/api';
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
 * somebody took meanwhile are passed over, and blocked destinations and flagged keys give their flags. An operator's import
 * takes no quota.
 */
export async function createLinksOfSlugs(
  db: Db,
  zone: { id: string; domain: string },
  { workspaceId, by }: { workspaceId: string; by: AuditActor },
  links: MissingLink[],
): Promise<number> {
  const { id: zoneId } = zone;
  const columns = {
    ids: links.map(() => makeId('lnk')),
    slugs: links.map((link) => link.slug),
    urls: links.map((link) => link.url),
    locations: links.map((link) => link.location),
    titles: links.map((link) => link.title),
  };
  return db.transaction().execute(async (transaction) => {
    await lockDestinations(transaction, 'shared');
    const flags = await findFlags(transaction, columns.locations);
    // whoever draws a version for a key holds its lock, so that versions are in the order of commits
    await sql`
      SELECT pg_advisory_xact_lock(hashtextextended(${zoneId} || '/' || slug, 0))
      FROM (SELECT unnest(${columns.slugs}::text[]) AS slug ORDER BY 1) AS keys`.execute(transaction);
    const { rows } = await sql<{ slug: string; id: string }>`
    WITH made AS (
      INSERT INTO links (id, workspace_id, zone_id, slug, url, location, title,
                         restricted_by, unsafe_by, is_restricted, is_unsafe, is_suspended)
      SELECT made.id, ${workspaceId}, zone_id, slug, url, location, title,
             ${flagsOfMade}, workspace.suspended_at IS NOT NULL
      FROM (SELECT ${zoneId}::text AS zone_id, * FROM unnest(${columns.ids}::text[], ${columns.slugs}::text[], ${columns.urls}::text[],
                  ${columns.locations}::text[], ${columns.titles}::text[],
                  ${flags.map(({ restrictedBy }) => restrictedBy)}::integer[],
                  ${flags.map(({ unsafeBy }) => unsafeBy)}::integer[])
        AS t (id, slug, url, location, title, restricted_by, unsafe_by)) AS made
      JOIN workspaces AS workspace ON workspace.id = ${workspaceId} AND workspace.deleted_at IS NULL
      ${joinKeptFlags}
      FOR KEY SHARE OF workspace
      ON CONFLICT (zone_id, slug) DO NOTHING
      RETURNING id, zone_id, slug, version
    ), noted AS (
      INSERT INTO link_changes (zone_id, slug, version) SELECT zone_id, slug, version FROM made
    )
    SELECT id, slug FROM made`.execute(transaction);
    const events = rows.map(({ id, slug }) => ({
      action: 'link.created' as const,
      subjectId: id,
      subjectName: `${zone.domain}/${slug}`,
      workspaceId,
    }));
    await writeAuditEvents(transaction, by, events);
    return rows.length;
  });
}
