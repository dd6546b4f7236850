-- When the TXT record of a verified domain was last seen, since when it has been missing, and when it is looked for
-- again. A domain for which the operator vouched is never looked for.

ALTER TABLE zones
  ADD COLUMN proof_seen_at timestamptz(3),
  ADD COLUMN proof_missing_since timestamptz(3),
  ADD COLUMN next_proof_check timestamptz(3);

UPDATE zones SET next_proof_check = now() + random() * interval '1 day' WHERE ownership_state = 'verified';
CREATE INDEX zones_next_proof_check ON zones (next_proof_check) WHERE next_proof_check IS NOT NULL;
