-- The plan of those who run the service for themselves. Its allowance of links is no integer of four bytes.

ALTER TABLE workspaces DROP CONSTRAINT workspaces_plan_check;
ALTER TABLE workspaces ADD CONSTRAINT workspaces_plan_check
  CHECK (plan IN ('free', 'basic', 'pro', 'team', 'business', 'unlimited'));
ALTER TABLE link_quota ALTER COLUMN used TYPE bigint;
