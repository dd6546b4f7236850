-- What was wrong with the DNS and the certificate of a domain when it was last looked at.
ALTER TABLE zones
  ADD COLUMN checked_at timestamptz(3),
  -- codes; null: not looked at yet
  ADD COLUMN problems   text[],
  -- null: is not looked at
  ADD COLUMN next_check timestamptz(3);
UPDATE zones SET next_check = now() + random() * interval '1 hour' WHERE zone_type = 'user' AND is_proven;
CREATE INDEX zones_next_check ON zones (next_check) WHERE next_check IS NOT NULL;
