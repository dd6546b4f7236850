-- Links that move in from elsewhere: one row an import, and one for each link that it made.

CREATE TABLE imports (
  id           text COLLATE "C" PRIMARY KEY,
  workspace_id text COLLATE "C" NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  source       text NOT NULL,
  -- hash of what is read and of the options that decide about its links: the same again goes on with a running import
  fingerprint  bytea NOT NULL,
  state        text NOT NULL DEFAULT 'running' CHECK (state IN ('running', 'finished', 'undoing', 'undone')),
  -- how far the source is read; written with the links of each page
  cursor       bigint NOT NULL DEFAULT 0,
  -- {"new": 12, "same": 3, …}, written with the cursor
  counts       json NOT NULL DEFAULT '{}',
  -- tags that the import created
  tag_ids      text[] COLLATE "C" NOT NULL DEFAULT '{}',
  created_at   timestamptz(3) NOT NULL DEFAULT now(),
  ended_at     timestamptz(3)
);
CREATE INDEX imports_workspace ON imports (workspace_id, created_at);
CREATE UNIQUE INDEX imports_running ON imports (workspace_id, source, fingerprint) WHERE state = 'running';

CREATE TABLE import_items (
  import_id text COLLATE "C" NOT NULL REFERENCES imports (id) ON DELETE CASCADE,
  link_id   text COLLATE "C" NOT NULL,
  -- of the link as it was made; another one: somebody has changed it since
  version   bigint NOT NULL,
  PRIMARY KEY (import_id, link_id)
);
