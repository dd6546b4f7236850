-- What a person proves beside their password: a code that changes every 30 seconds, or one of ten recovery codes.

CREATE TABLE totp_secrets (
  user_id      text COLLATE "C" PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  -- AES-256-GCM under a key of the server: a code cannot be checked against a hash
  sealed       bytea NOT NULL,
  -- NULL: it is being set up, and asked of nobody
  confirmed_at timestamptz(3),
  -- the 30 seconds whose code was used last: neither that one nor one before it counts again
  last_step    bigint NOT NULL DEFAULT 0
);

-- SHA-256 of 80 random bits and the person's id. A row is deleted when its code is used.
CREATE TABLE recovery_codes (
  user_id   text COLLATE "C" NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  code_hash bytea NOT NULL,
  PRIMARY KEY (user_id, code_hash)
);

-- Members without a second factor can do nothing in it.
ALTER TABLE workspaces ADD COLUMN requires_second_factor boolean NOT NULL DEFAULT false;
