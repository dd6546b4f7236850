-- Expired invitations and sessions are looked for every few minutes.

CREATE INDEX invitations_expiry ON invitations (expires_at);
CREATE INDEX sessions_expiry ON sessions (expires_at);
