-- A workspace that is being deleted has no owner, no name, no members and no tokens; a sweep (link_sweeps) deletes its links
-- and domains, and then the row.

ALTER TABLE workspaces ADD COLUMN deleted_at timestamptz(3);
ALTER TABLE workspaces ALTER COLUMN owner_id DROP NOT NULL;
ALTER TABLE workspaces ADD CONSTRAINT workspaces_owner CHECK ((owner_id IS NULL) = (deleted_at IS NOT NULL));
-- deleting a person looks for what refers to them
CREATE INDEX workspaces_owner_id ON workspaces (owner_id);
CREATE INDEX workspaces_transfer ON workspaces (transfer_to_user_id) WHERE transfer_to_user_id IS NOT NULL;
CREATE INDEX invitations_invited_by ON invitations (invited_by) WHERE invited_by IS NOT NULL;
CREATE INDEX invitations_address ON invitations (lower(email));
CREATE INDEX grants_workspace ON grants (workspace_id);
CREATE INDEX idempotent_answers_workspace ON idempotent_answers (workspace_id);
