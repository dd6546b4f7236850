-- Passkeys (WebAuthn): the public half of a key pair, whose private half stays with the person.
CREATE TABLE passkeys (
  id            text COLLATE "C" PRIMARY KEY,
  user_id       text COLLATE "C" NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  -- chosen by the authenticator; known to nobody else before it is used
  credential_id bytea NOT NULL UNIQUE,
  -- COSE
  public_key    bytea NOT NULL,
  -- 0 for good where the authenticator does not count
  sign_count    bigint NOT NULL,
  transports    text[] NOT NULL,
  -- copied between the person's devices by their vendor
  is_synced     boolean NOT NULL,
  name          text NOT NULL,
  created_at    timestamptz(3) NOT NULL,
  last_used_at  timestamptz(3)
);
CREATE INDEX passkeys_user ON passkeys (user_id);

-- What an authenticator has to sign, once. A row is deleted when an answer to it comes, right or wrong.
CREATE TABLE passkey_challenges (
  id         text COLLATE "C" PRIMARY KEY,
  challenge  bytea NOT NULL UNIQUE,
  -- what the signature is for
  purpose    text NOT NULL CHECK (purpose IN ('registration', 'proof', 'second_step', 'sign_in')),
  -- SHA-256 of the session or the sign-in that asked: no other can answer
  bound_to   bytea NOT NULL,
  expires_at timestamptz(3) NOT NULL
);
CREATE INDEX passkey_challenges_expiry ON passkey_challenges (expires_at);
