-- A flagged key outlives its zone: a domain that is removed and proven anew has its flags again.

-- Where the zone is not proven its owner may not be the domain's, so such a key flags nothing beyond the zone: null. The
-- release before writes none and reads by zone_id.
ALTER TABLE marked_keys
  DROP CONSTRAINT marked_keys_zone_id_fkey,
  ADD COLUMN domain text;
UPDATE marked_keys SET domain = zones.domain FROM zones WHERE zones.id = marked_keys.zone_id AND zones.is_proven;
CREATE INDEX marked_keys_slug ON marked_keys (slug);
