-- One-time addresses that sign a person in. A row is deleted when it is used; a new one takes the place of the one before.
CREATE TABLE sign_in_links (
  id          text COLLATE "C" PRIMARY KEY,
  user_id     text COLLATE "C" NOT NULL UNIQUE REFERENCES users (id) ON DELETE CASCADE,
  -- SHA-256 of a secret of 256 random bits; the secret itself is never stored
  secret_hash bytea NOT NULL UNIQUE,
  expires_at  timestamptz(3) NOT NULL
);
CREATE INDEX sign_in_links_expiry ON sign_in_links (expires_at);
