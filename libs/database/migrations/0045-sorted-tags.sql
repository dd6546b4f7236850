-- The list of a tag sorts by title and by hits without reading the links, which are a page of the disk each.

ALTER TABLE link_tags
  ADD COLUMN title        text   NOT NULL DEFAULT '',
  ADD COLUMN pre_tracking bigint NOT NULL DEFAULT 0;
UPDATE link_tags SET title = links.title, pre_tracking = links.pre_tracking
FROM links WHERE links.id = link_tags.link_id AND (links.title <> '' OR links.pre_tracking <> 0);

DROP INDEX link_tags_newest;
CREATE INDEX link_tags_newest ON link_tags (tag_id, created_at DESC, link_id) INCLUDE (is_archived, pre_tracking, title);

-- What link_tags repeats of a link is copied here, whoever writes.
CREATE FUNCTION copy_from_link() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT created_at, is_archived, title, pre_tracking
  INTO NEW.created_at, NEW.is_archived, NEW.title, NEW.pre_tracking
  FROM links WHERE id = NEW.link_id;
  RETURN NEW;
END $$;
CREATE TRIGGER link_tags_copied BEFORE INSERT ON link_tags FOR EACH ROW EXECUTE FUNCTION copy_from_link();

CREATE FUNCTION copy_to_link_tags() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE link_tags
  SET created_at = NEW.created_at, is_archived = NEW.is_archived, title = NEW.title, pre_tracking = NEW.pre_tracking
  WHERE link_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER links_copied AFTER UPDATE OF created_at, is_archived, title, pre_tracking ON links FOR EACH ROW
  WHEN ((OLD.created_at, OLD.is_archived, OLD.title, OLD.pre_tracking)
        IS DISTINCT FROM (NEW.created_at, NEW.is_archived, NEW.title, NEW.pre_tracking))
  EXECUTE FUNCTION copy_to_link_tags();
