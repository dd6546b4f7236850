-- Sessions of people in the web app, and invitations to workspaces.

-- One row for each refresh token. A session is the family of tokens that came from one sign-in; its one live token is
-- the row that is neither replaced nor revoked. No address and no user agent is kept.
CREATE TABLE sessions (
  id          text COLLATE "C" PRIMARY KEY,
  family_id   text COLLATE "C" NOT NULL,
  user_id     text COLLATE "C" NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  -- HMAC-SHA-256 of the token under a key of the server; the token itself is never stored
  secret_hash bytea NOT NULL UNIQUE,
  -- the token that this one was exchanged for; another use of this one means that it was copied
  replaced_by text COLLATE "C",
  replaced_at timestamptz(3),
  revoked_at  timestamptz(3),
  expires_at  timestamptz(3) NOT NULL,
  created_at  timestamptz(3) NOT NULL DEFAULT now(),
  CHECK ((replaced_by IS NULL) = (replaced_at IS NULL))
);
-- a session never has two live tokens, however many requests exchange one at once
CREATE UNIQUE INDEX sessions_live ON sessions (family_id) WHERE replaced_by IS NULL AND revoked_at IS NULL;
CREATE INDEX sessions_family ON sessions (family_id);
CREATE INDEX sessions_user ON sessions (user_id, expires_at);

-- A row is deleted when it is accepted or withdrawn.
CREATE TABLE invitations (
  id           text COLLATE "C" PRIMARY KEY,
  workspace_id text COLLATE "C" NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  email        text NOT NULL,
  role         text NOT NULL CHECK (role IN ('admin', 'member', 'viewer')),
  secret_hash  bytea NOT NULL UNIQUE,
  invited_by   text COLLATE "C" REFERENCES users (id) ON DELETE SET NULL,
  expires_at   timestamptz(3) NOT NULL,
  created_at   timestamptz(3) NOT NULL DEFAULT now()
);
-- a second invitation of the same person takes the place of the first
CREATE UNIQUE INDEX invitations_email ON invitations (workspace_id, lower(email));
