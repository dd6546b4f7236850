-- Who changed what, when: a row for each change, written in the transaction of the change. A row holds no secret, no
-- password, no e-mail address and nothing of a visitor.

CREATE TABLE audit_events (
  id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  occurred_at  timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  -- user: a person by their session; token; operator: a command; system: the product itself
  actor_kind   text NOT NULL CHECK (actor_kind IN ('user', 'token', 'operator', 'system')),
  -- the person behind a session or a user token
  user_id      text COLLATE "C",
  session_id   text COLLATE "C",
  token_id     text COLLATE "C",
  -- the operator's command without its arguments
  command      text,
  action       text NOT NULL,
  subject_kind text NOT NULL,
  subject_id   text COLLATE "C" NOT NULL,
  -- what people call the subject: a short URL, a domain, the name of a token
  subject_name text,
  -- null: of the whole installation. No foreign key: an event may outlive what it tells of
  workspace_id text COLLATE "C",
  -- field to {"old": …, "new": …}
  changes      jsonb NOT NULL DEFAULT '{}'
);
CREATE INDEX audit_events_workspace ON audit_events (workspace_id, id);
-- rows are only ever added at the end, so blocks are in the order of time
CREATE INDEX audit_events_occurred ON audit_events USING brin (occurred_at);
