-- The flags of a domain's links are kept when it loses its proof, however many links it has: few of them are flagged.
CREATE INDEX links_flagged ON links (zone_id) WHERE is_restricted OR is_unsafe;
