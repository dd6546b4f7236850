// The links that have one of some tags and none of certain other ones, each once, from their rows of `link_tags`.

import { sql, type RawBuilder, type SqlBool } from 'kysely';

/** `condition`: on `links`, which stands for `link_tags` here. Read one by one: the other tags' rows are not read. */
export const linksOfOthers = ({
  tagIds,
  condition,
  others,
}: {
  tagIds: readonly string[];
  condition: RawBuilder<SqlBool>;
  others: readonly string[];
}): RawBuilder<unknown> => sql`(
  SELECT DISTINCT ON (links.link_id) links.link_id AS id, links.created_at, links.title,
    links.pre_tracking + coalesce((SELECT counted.hits FROM link_hits AS counted WHERE counted.link_id = links.link_id), 0)
      AS hits
  FROM link_tags AS links
  WHERE links.tag_id = ANY(${others}::text[]) AND ${condition}
    AND (SELECT count(*) FROM link_tags AS has WHERE has.link_id = links.link_id AND has.tag_id = ANY(${tagIds}::text[])) = 0)`;
