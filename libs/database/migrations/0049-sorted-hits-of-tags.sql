-- Fills link_tags.hits, keeps it true, and makes the indexes by hits and by title. Nobody who reads waits for this.

-- what is tagged or counted waits until the triggers are there: it would be missing in the copies
LOCK TABLE link_tags, link_hits IN SHARE ROW EXCLUSIVE MODE;

-- row by row: a join would leave the rows of a tag all over the table
UPDATE link_tags
SET hits = pre_tracking + coalesce((SELECT hits FROM link_hits WHERE link_hits.link_id = link_tags.link_id), 0)
WHERE pre_tracking <> 0 OR EXISTS (SELECT FROM link_hits WHERE link_hits.link_id = link_tags.link_id);

-- in place of link_tags_newest, which has titles as well
CREATE INDEX link_tags_created ON link_tags (tag_id, created_at DESC, link_id) INCLUDE (is_archived);
CREATE INDEX link_tags_hits ON link_tags (tag_id, hits, created_at DESC, link_id) INCLUDE (is_archived);
CREATE INDEX link_tags_title ON link_tags (tag_id, title COLLATE "und-x-icu", created_at DESC, link_id)
  INCLUDE (is_archived);

-- Who writes a row with its copies saves a call for each.
CREATE OR REPLACE FUNCTION copy_from_link() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT created_at, is_archived, title, pre_tracking, pre_tracking
  INTO NEW.created_at, NEW.is_archived, NEW.title, NEW.pre_tracking, NEW.hits
  FROM links WHERE id = NEW.link_id;
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER link_tags_copied BEFORE INSERT ON link_tags FOR EACH ROW
  WHEN (NEW.created_at IS NULL) EXECUTE FUNCTION copy_from_link();

CREATE OR REPLACE FUNCTION copy_to_link_tags() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- most links of an import have no tags yet: an update of no row would run the triggers of its statement
  IF NOT EXISTS (SELECT FROM link_tags WHERE link_id = NEW.id) THEN
    RETURN NULL;
  END IF;
  UPDATE link_tags
  SET created_at = NEW.created_at, is_archived = NEW.is_archived, title = NEW.title, pre_tracking = NEW.pre_tracking,
      hits = hits - pre_tracking + NEW.pre_tracking
  WHERE link_id = NEW.id;
  RETURN NULL;
END $$;

-- Links whose copied count may be old. Counting adds rows of up to 500 links and locks nobody; the API copies now and then.
-- Until then lists read the hits of these links from link_hits.
CREATE TABLE counted_links (
  id       bigserial PRIMARY KEY,
  links    integer NOT NULL,
  link_ids text[] COLLATE "C" NOT NULL
);
-- random ids do not compress
ALTER TABLE counted_links ALTER COLUMN link_ids SET STORAGE EXTERNAL;

-- DEFINER: whoever may count has it noted, also a role that has not got the rights of this build yet.
CREATE FUNCTION note_counted_links() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO counted_links (links, link_ids)
  SELECT count(*), array_agg(link_id)
  FROM (SELECT link_id, (row_number() OVER () - 1) / 500 AS part FROM noted) AS parts
  GROUP BY part;
  RETURN NULL;
END $$;
CREATE TRIGGER link_hits_made AFTER INSERT ON link_hits
  REFERENCING NEW TABLE AS noted FOR EACH STATEMENT EXECUTE FUNCTION note_counted_links();
CREATE TRIGGER link_hits_changed AFTER UPDATE ON link_hits
  REFERENCING NEW TABLE AS noted FOR EACH STATEMENT EXECUTE FUNCTION note_counted_links();

-- As link_counts: the rows of a tag add up to its links.
CREATE TABLE tag_counts (
  tag_id      text COLLATE "C" NOT NULL,
  is_archived boolean NOT NULL,
  links       bigint NOT NULL
);
CREATE INDEX tag_counts_tag ON tag_counts (tag_id, is_archived) INCLUDE (links);

-- Also notes the links: neither a tag that a link gets while it is counted nor the counting sees what the other writes.
CREATE FUNCTION count_made_tags() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO tag_counts SELECT tag_id, is_archived, count(*) FROM made GROUP BY tag_id, is_archived;
  INSERT INTO counted_links (links, link_ids)
  SELECT count(*), array_agg(link_id)
  FROM (SELECT link_id, (row_number() OVER () - 1) / 500 AS part FROM (SELECT DISTINCT link_id FROM made) AS links) AS parts
  GROUP BY part;
  RETURN NULL;
END $$;

CREATE FUNCTION count_deleted_tags() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO tag_counts SELECT tag_id, is_archived, -count(*) FROM gone GROUP BY tag_id, is_archived;
  RETURN NULL;
END $$;

CREATE FUNCTION count_moved_tags() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO tag_counts
  SELECT tag_id, is_archived, sum(links) FROM (
    SELECT tag_id, is_archived, count(*) AS links FROM made GROUP BY tag_id, is_archived
    UNION ALL SELECT tag_id, is_archived, -count(*) FROM gone GROUP BY tag_id, is_archived) AS moved
  GROUP BY tag_id, is_archived HAVING sum(links) <> 0;
  RETURN NULL;
END $$;

CREATE TRIGGER link_tags_made AFTER INSERT ON link_tags
  REFERENCING NEW TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION count_made_tags();
CREATE TRIGGER link_tags_gone AFTER DELETE ON link_tags
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION count_deleted_tags();
CREATE TRIGGER link_tags_moved AFTER UPDATE ON link_tags
  REFERENCING OLD TABLE AS gone NEW TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION count_moved_tags();

INSERT INTO tag_counts SELECT tag_id, is_archived, count(*) FROM link_tags GROUP BY tag_id, is_archived;
