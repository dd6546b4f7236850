-- Links that pass the query of the short address on to where they lead. Their conditions say so to the redirectors.

ALTER TABLE links ADD COLUMN forwards_query boolean NOT NULL DEFAULT false;
