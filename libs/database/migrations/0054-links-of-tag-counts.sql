-- Rows of tag_counts name the links that they count, so that a total of several tags that was counted once is kept true by
-- looking at the links that have changed since. Counting two tags of 100,000 links takes 50 ms.

ALTER TABLE tag_counts
  -- random: a server that takes over gives no id again that a client has seen
  ADD COLUMN id       uuid NOT NULL DEFAULT gen_random_uuid(),
  -- each once; null: more than 100, or a sum of rows
  ADD COLUMN link_ids text[] COLLATE "C";
-- random ids do not compress
ALTER TABLE tag_counts ALTER COLUMN link_ids SET STORAGE EXTERNAL;

CREATE OR REPLACE FUNCTION count_made_tags() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO tag_counts (tag_id, is_archived, links, link_ids)
  SELECT tag_id, is_archived, count(*), CASE WHEN count(*) <= 100 THEN array_agg(link_id) END
  FROM made GROUP BY tag_id, is_archived;
  INSERT INTO counted_links (links, link_ids)
  SELECT count(*), array_agg(link_id)
  FROM (SELECT link_id, (row_number() OVER () - 1) / 500 AS part FROM (SELECT DISTINCT link_id FROM made) AS links) AS parts
  GROUP BY part;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION count_deleted_tags() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO tag_counts (tag_id, is_archived, links, link_ids)
  SELECT tag_id, is_archived, -count(*), CASE WHEN count(*) <= 100 THEN array_agg(link_id) END
  FROM gone GROUP BY tag_id, is_archived;
  RETURN NULL;
END $$;

-- What a tag gets and loses is in two rows, also when it gets as many links as it loses.
CREATE OR REPLACE FUNCTION count_moved_tags() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO tag_counts (tag_id, is_archived, links, link_ids)
  SELECT tag_id, is_archived, sum(change), CASE WHEN count(*) <= 100 THEN array_agg(link_id) END FROM (
    SELECT tag_id, is_archived, link_id, sum(change) AS change FROM (
      SELECT tag_id, is_archived, link_id, 1 AS change FROM made
      UNION ALL SELECT tag_id, is_archived, link_id, -1 FROM gone) AS moved
    GROUP BY tag_id, is_archived, link_id HAVING sum(change) <> 0) AS changed
  GROUP BY tag_id, is_archived, change;
  RETURN NULL;
END $$;
