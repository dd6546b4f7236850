-- What bounds the use of a token, and when it was last used.

ALTER TABLE tokens
  ADD COLUMN expires_at   timestamptz(3),
  -- the UTC day, written once a day at most
  ADD COLUMN last_used_on date,
  -- empty: from anywhere
  ADD COLUMN networks     cidr[] NOT NULL DEFAULT '{}';
