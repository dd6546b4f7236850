// Counts the links that have all or any of several tags with many links. Their rows are read together: 50 ms and more.

import type { Db } from '@kurz/database';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { ofCopies, type LinkFilter } from './matching';

/** A tag, and how many of its links match the filter's `archived`. */
export type CountedTag = { id: string; links: number };

export const idsOf = (tags: readonly CountedTag[]): string[] => tags.map(({ id }) => id);

/** The condition that a link has all tags, on `links`, an alias of `link_tags` here. Reads the tags' rows together. */
export const hasAll = (tags: readonly CountedTag[]): RawBuilder<SqlBool> =>
  sql.join(
    tags.map(({ id }) => sql<SqlBool>`links.link_id IN (SELECT link_id FROM link_tags WHERE tag_id = ${id})`),
    sql` AND `,
  );

/** The condition that a link has all tags of `ids`, looked up link by link. */
export const hasEach = (linkId: string, ids: readonly string[]): RawBuilder<SqlBool> => sql`
  (SELECT count(*) FROM link_tags AS has
   WHERE has.link_id = ${sql.ref(linkId)} AND has.tag_id = ANY(${ids}::text[])) = ${ids.length}::int`;

/** Counts the links that have any of the tags. For two tags, counting the overlap is faster than grouping. */
export async function countOfAny(db: Db, filter: LinkFilter, tags: readonly CountedTag[]): Promise<number> {
  const [one, other, ...more] = tags;
  if (!one) return 0;
  if (!other) return one.links;
  const rows =
    more.length > 0
      ? sql`SELECT link_id FROM link_tags AS links
            WHERE tag_id = ANY(${idsOf(tags)}::text[]) AND ${ofCopies(filter)} GROUP BY link_id`
      : sql`SELECT FROM link_tags AS links WHERE tag_id = ${one.id} AND ${ofCopies(filter)} AND ${hasAll([other])}`;
  const counted = await sql<{ links: number }>`SELECT count(*) AS links FROM (${rows}) AS each`.execute(db);
  const links = counted.rows[0]?.links ?? 0;
  return more.length > 0 ? links : one.links + other.links - links;
}
