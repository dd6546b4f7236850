// The links that have one of the tags `others` and none of `tagIds`, each once, from their rows of `link_tags`.

import { sql, type RawBuilder, type SqlBool } from 'kysely';

/** `condition`: on `links`, an alias of `link_tags`. Looked up one by one: the rows of `tagIds` are not all read. */
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
