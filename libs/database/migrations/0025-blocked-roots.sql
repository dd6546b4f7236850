-- The entry of blocked_destinations that the root of a domain leads to; null: none does. The root is kept, and not served.
ALTER TABLE zones ADD COLUMN root_blocked_by integer;
CREATE INDEX zones_root ON zones (id) WHERE root_redirect_url <> '';
