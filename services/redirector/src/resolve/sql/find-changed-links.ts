// Which links differ between PostgreSQL and the near cache. The result names only these, so a query for many links has
// little to read.

import type { Db } from '@kurz/database';
import type { CachedLink } from '@kurz/link-cache';
import { sql } from 'kysely';
import type { KeyedLink } from '../../near-cache/near-cache';

/** Whether the link leads to its location at any time. */
const isPlain = ({ state, window }: CachedLink): boolean => state === 'enabled' && !window;

export type ChangedLinks = {
  /** The indexes of the links that were changed or deleted, and of all that are not plain, which are very few. */
  changed: ReadonlySet<number>;
  /** How long PostgreSQL took, ms. */
  ms: number;
};

export async function findChangedLinks(db: Db, links: readonly KeyedLink[]): Promise<ChangedLinks> {
  const all = <T>(valueOf: (link: KeyedLink) => T) => links.map(valueOf);
  // the pool names the statement by its first words
  const { rows } = await sql<{ places: number[]; ms: number }>`/* prepared find_changed_links */
    SELECT coalesce(array_agg((place - 1)::int), '{}') AS places,
           (extract(epoch FROM clock_timestamp() - statement_timestamp()) * 1000)::float8 AS ms
    FROM unnest(
      ${all(({ key }) => key.zoneId)}::text[], ${all(({ key }) => key.slug)}::text[],
      ${all(({ link }) => (isPlain(link) ? link.linkId : ''))}::text[], ${all(({ link }) => link.workspaceId)}::text[],
      ${all(({ link }) => link.location)}::text[], ${all(({ link }) => link.version)}::bigint[])
      WITH ORDINALITY AS known (zone_id, slug, id, workspace_id, location, version, place)
    WHERE NOT EXISTS (
      SELECT FROM links
      WHERE links.zone_id = known.zone_id AND links.slug = known.slug AND links.id = known.id
        AND links.workspace_id = known.workspace_id AND links.location = known.location AND links.version = known.version
        AND is_enabled AND NOT is_restricted AND NOT is_suspended AND NOT is_unsafe
        AND starts_at IS NULL AND expires_at IS NULL AND conditions IS NULL)`.execute(db);
  const [{ places, ms }] = rows as [{ places: number[]; ms: number }];
  return { changed: new Set(places), ms };
}
