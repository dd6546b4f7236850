-- People, workspaces, members, tokens and their grants.
-- Ids are opaque: a prefix and 16 or more random base62 characters, compared byte by byte (COLLATE "C").

CREATE TABLE users (
  id            text COLLATE "C" PRIMARY KEY,
  email         text NOT NULL,
  password_hash text,
  created_at    timestamptz(3) NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX users_email ON users (lower(email));

CREATE TABLE workspaces (
  id                  text COLLATE "C" PRIMARY KEY,
  name                text NOT NULL,
  owner_id            text COLLATE "C" NOT NULL REFERENCES users (id),
  -- every user has exactly one personal workspace; a user token acts in it by default
  is_personal         boolean NOT NULL DEFAULT false,
  plan                text NOT NULL CHECK (plan IN ('free', 'basic', 'pro', 'team', 'business')),
  is_yearly           boolean NOT NULL DEFAULT false,
  -- billing periods start on this day of the month (UTC)
  billing_anchor      date NOT NULL DEFAULT (now() AT TIME ZONE 'UTC')::date,
  default_zone_id     text COLLATE "C",
  utm_conventions     jsonb,
  -- set while an ownership transfer is being finalized: every write answers 423
  transfer_to_user_id text COLLATE "C" REFERENCES users (id),
  transfer_started_at timestamptz(3),
  created_at          timestamptz(3) NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX workspaces_personal ON workspaces (owner_id) WHERE is_personal;

CREATE TABLE members (
  workspace_id text COLLATE "C" NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  user_id      text COLLATE "C" NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  role         text NOT NULL CHECK (role IN ('owner', 'admin', 'member', 'viewer')),
  created_at   timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (workspace_id, user_id)
);
CREATE INDEX members_user ON members (user_id);

CREATE TABLE tokens (
  id           text COLLATE "C" PRIMARY KEY,
  kind         text NOT NULL CHECK (kind IN ('workspace', 'user')),
  workspace_id text COLLATE "C" REFERENCES workspaces (id) ON DELETE CASCADE,
  user_id      text COLLATE "C" REFERENCES users (id) ON DELETE CASCADE,
  name         text NOT NULL,
  -- HMAC-SHA-256 of the whole secret under the server's pepper; the secret itself is never stored
  secret_hash  bytea NOT NULL UNIQUE,
  last_four    text NOT NULL,
  -- scopes of a workspace token; those of a user token stand in its grants
  scopes       text[] NOT NULL DEFAULT '{}',
  created_at   timestamptz(3) NOT NULL DEFAULT now(),
  revoked_at   timestamptz(3),
  CHECK ((kind = 'workspace') = (workspace_id IS NOT NULL)),
  CHECK ((kind = 'user') = (user_id IS NOT NULL))
);
CREATE INDEX tokens_workspace ON tokens (workspace_id, created_at) WHERE workspace_id IS NOT NULL;
CREATE INDEX tokens_user ON tokens (user_id, created_at) WHERE user_id IS NOT NULL;

CREATE TABLE grants (
  token_id     text COLLATE "C" NOT NULL REFERENCES tokens (id) ON DELETE CASCADE,
  workspace_id text COLLATE "C" NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  scopes       text[] NOT NULL,
  PRIMARY KEY (token_id, workspace_id)
);

-- What this installation remembers of itself: the first start, the shared zone that follows the port.
CREATE TABLE installation (
  key   text PRIMARY KEY,
  value jsonb NOT NULL
);
