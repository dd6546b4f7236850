-- Finding links by a piece of their slug, title or destination.

-- Text as the search compares it: lower case by Unicode's rules whatever the database's locale, and both small
-- sigmas as one, because lower() chooses between them by what follows.
CREATE FUNCTION link_search_text(text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT translate(lower($1 COLLATE "und-x-icu"), 'ς', 'σ') COLLATE "C"
$$;

-- Stored, because lowering a million rows for a term that many links have takes a second and comparing them 0.2 s.
-- U+0001, which no field can hold, parts the fields, so that no term is found across two of them.
ALTER TABLE links ADD COLUMN search text COLLATE "C" NOT NULL
  GENERATED ALWAYS AS (link_search_text(slug || E'\x01' || title || E'\x01' || url)) STORED;

-- Terms of three and more characters. Measured with a million links in one workspace: 227 MB, 31 s to build. An index
-- of pairs for shorter terms took 205 MB more and an eighth of a millisecond for each new link; those read the
-- workspace's links instead, as do terms that many links have.
CREATE INDEX links_search ON links USING gin (workspace_id, search gin_trgm_ops);

-- The planner sees how common a term is from a sample of texts. The usual hundred made it think two letters that 1.4 %
-- of the links have as rare as any other term, and sort all matches (200 ms) to find the ten newest (0.5 ms).
ALTER TABLE links ALTER COLUMN search SET STATISTICS 500;

-- The link cache is told of a key by its rows, of which an hour without Redis leaves many.
CREATE INDEX link_changes_key ON link_changes (zone_id, slug);
