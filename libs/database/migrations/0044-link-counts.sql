-- The total of a workspace's list is read, not counted: a million links took 0.2 s for each page.

-- The rows of a workspace add up to its links. Each statement that makes or deletes some adds a row, so that none waits for
-- another; the API sums them up now and then.
CREATE TABLE link_counts (
  workspace_id text COLLATE "C" NOT NULL,
  is_archived  boolean NOT NULL,
  links        bigint NOT NULL
);
CREATE INDEX link_counts_workspace ON link_counts (workspace_id, is_archived) INCLUDE (links);

-- DEFINER: whoever may write links has them counted, also a role that has not got the rights of this build yet.
CREATE FUNCTION count_made_links() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO link_counts SELECT workspace_id, is_archived, count(*) FROM made GROUP BY workspace_id, is_archived;
  RETURN NULL;
END $$;

CREATE FUNCTION count_deleted_links() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO link_counts SELECT workspace_id, is_archived, -count(*) FROM gone GROUP BY workspace_id, is_archived;
  RETURN NULL;
END $$;

CREATE FUNCTION count_moved_link() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO link_counts
  VALUES (OLD.workspace_id, OLD.is_archived, -1), (NEW.workspace_id, NEW.is_archived, 1);
  RETURN NULL;
END $$;

CREATE TRIGGER links_made AFTER INSERT ON links
  REFERENCING NEW TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION count_made_links();
CREATE TRIGGER links_gone AFTER DELETE ON links
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION count_deleted_links();
CREATE TRIGGER links_moved AFTER UPDATE OF workspace_id, is_archived ON links FOR EACH ROW
  WHEN ((OLD.workspace_id, OLD.is_archived) IS DISTINCT FROM (NEW.workspace_id, NEW.is_archived))
  EXECUTE FUNCTION count_moved_link();

-- the triggers' lock lets nobody write links until this is committed
INSERT INTO link_counts SELECT workspace_id, is_archived, count(*) FROM links GROUP BY workspace_id, is_archived;
