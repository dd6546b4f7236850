-- What a workspace puts its links in order by: a note, an archive, an id of its own, and tags.

ALTER TABLE links
  ADD COLUMN note        text    NOT NULL DEFAULT '',
  -- out of lists unless asked for; it redirects as before
  ADD COLUMN is_archived boolean NOT NULL DEFAULT false,
  ADD COLUMN external_id text COLLATE "C";
CREATE UNIQUE INDEX links_external_id ON links (workspace_id, external_id) WHERE external_id IS NOT NULL;

-- A list leaves archived links out: it is walked and counted in the index alone.
DROP INDEX links_newest;
CREATE INDEX links_newest ON links (workspace_id, created_at DESC, id) INCLUDE (is_archived);

CREATE TABLE tags (
  id           text COLLATE "C" PRIMARY KEY,
  workspace_id text COLLATE "C" NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  name         text NOT NULL,
  -- the name without case, by which two names are one tag
  name_key     text COLLATE "C" NOT NULL,
  created_at   timestamptz(3) NOT NULL DEFAULT now(),
  UNIQUE (workspace_id, name_key)
);

CREATE TABLE link_tags (
  link_id     text COLLATE "C" NOT NULL REFERENCES links (id) ON DELETE CASCADE,
  tag_id      text COLLATE "C" NOT NULL REFERENCES tags (id) ON DELETE CASCADE,
  -- copies of the link's, so that the list of a tag is walked and counted in one index
  created_at  timestamptz(3) NOT NULL,
  is_archived boolean NOT NULL,
  PRIMARY KEY (link_id, tag_id)
);
CREATE INDEX link_tags_newest ON link_tags (tag_id, created_at DESC, link_id) INCLUDE (is_archived);
