-- Mails that wait to be sent, and the links in them.

-- The outbox: written in the transaction of the change that a mail tells of, deleted when the mail is sent or given up.
-- No secret stands here: whoever sends derives it from the id under a key of the server.
CREATE TABLE mails (
  id            text COLLATE "C" PRIMARY KEY,
  kind          text NOT NULL CHECK (kind IN ('invitation', 'email-proof', 'password-reset')),
  recipient     text NOT NULL,
  language      text NOT NULL CHECK (language IN ('en', 'de')),
  -- whose address is to be proven
  user_id       text COLLATE "C" REFERENCES users (id) ON DELETE CASCADE,
  -- withdrawing an invitation takes its mail back
  invitation_id text COLLATE "C" REFERENCES invitations (id) ON DELETE CASCADE,
  tries         integer NOT NULL DEFAULT 0,
  next_try_at   timestamptz(3) NOT NULL,
  expires_at    timestamptz(3) NOT NULL,
  CHECK ((kind = 'invitation') = (invitation_id IS NOT NULL)),
  CHECK ((kind = 'email-proof') = (user_id IS NOT NULL))
);
CREATE INDEX mails_due ON mails (next_try_at);

-- What a mailed link is good for, once. A row is deleted when it is used.
CREATE TABLE email_links (
  id          text COLLATE "C" PRIMARY KEY,
  user_id     text COLLATE "C" NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  kind        text NOT NULL CHECK (kind IN ('email-proof', 'password-reset')),
  -- where it was sent; it proves this address and no later one
  email       text NOT NULL,
  -- HMAC-SHA-256 of the secret under a key of the server; the secret itself is never stored
  secret_hash bytea NOT NULL UNIQUE,
  expires_at  timestamptz(3) NOT NULL
);
CREATE INDEX email_links_user ON email_links (user_id);
CREATE INDEX email_links_expiry ON email_links (expires_at);

-- Its secret went to the invited address alone, so that using it proves the address.
ALTER TABLE invitations ADD COLUMN is_mailed boolean NOT NULL DEFAULT false;
