-- Links are found by their destination. A destination may be longer than an index entry, so its hash is indexed.

CREATE INDEX links_location ON links (workspace_id, hashtextextended(location, 0), created_at);
