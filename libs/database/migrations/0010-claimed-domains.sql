-- A domain belongs to the one zone that serves it: a shared one, or a workspace's own whose ownership was proven. Any
-- number of workspaces may claim a domain beside it; a claim serves nothing and excludes nobody.

ALTER TABLE zones
  ADD COLUMN is_proven boolean NOT NULL
  GENERATED ALWAYS AS (ownership_state IS NULL OR ownership_state = 'verified') STORED;

ALTER TABLE zones DROP CONSTRAINT zones_domain_key;
CREATE UNIQUE INDEX zones_proven_domain ON zones (domain) WHERE is_proven;
-- a workspace claims a domain once
CREATE UNIQUE INDEX zones_own_domain ON zones (workspace_id, domain) WHERE workspace_id IS NOT NULL;
CREATE INDEX zones_domain ON zones (domain);
