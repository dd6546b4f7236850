-- Workspaces and people whom the operator suspended. A suspended workspace's domains and links carry it too, links each
-- with a version of its own, so that redirectors hear of it by the outbox; what else is said of a link stays as it was.

ALTER TABLE workspaces ADD COLUMN suspended_at timestamptz(3);
ALTER TABLE users ADD COLUMN suspended_at timestamptz(3);
ALTER TABLE links ADD COLUMN is_suspended boolean NOT NULL DEFAULT false;
ALTER TABLE zones ADD COLUMN is_suspended boolean NOT NULL DEFAULT false;
ALTER TABLE link_sweeps ADD COLUMN workspace_id text COLLATE "C";
