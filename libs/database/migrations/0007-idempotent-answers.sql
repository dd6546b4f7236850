-- Answers to requests that carried an Idempotency-Key, kept for a day, so that a retry gets the same answer again. A
-- row is written in the transaction that creates the links it tells of.

CREATE TABLE idempotent_answers (
  -- the token (or session) that chose the key: to others it means nothing
  caller_id    text COLLATE "C" NOT NULL,
  workspace_id text COLLATE "C" NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  key          text COLLATE "C" NOT NULL,
  -- SHA-256 of endpoint and body: the same key with another request is a mistake of the caller's
  request_hash bytea NOT NULL,
  status       smallint NOT NULL,
  headers      json NOT NULL,
  -- json keeps the order of the members as they were sent, jsonb does not
  body         json NOT NULL,
  created_at   timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (caller_id, workspace_id, key)
);
CREATE INDEX idempotent_answers_created ON idempotent_answers (created_at);
