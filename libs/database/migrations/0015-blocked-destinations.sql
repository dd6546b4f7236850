-- Destinations to which links must not lead, or of which their visitors are warned.

CREATE TABLE blocked_destinations (
  id         integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- a host with all hosts below it, or one address
  kind       text NOT NULL CHECK (kind IN ('host', 'address')),
  value      text COLLATE "C" NOT NULL,
  -- SHA-256 of both: an address may be longer than an index entry
  hash       bytea NOT NULL,
  mark       text NOT NULL CHECK (mark IN ('restricted', 'unsafe')),
  -- the link whose verdict put it in, and takes it out again; empty: the operator named the destination
  link_id    text COLLATE "C" NOT NULL DEFAULT '',
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  UNIQUE (hash, mark, link_id)
);

-- The entry that a link has its mark from; null: the mark is a verdict on the link itself, or there is none. It may name
-- an entry that is gone, until the sweep that its end began has passed.
ALTER TABLE links ADD COLUMN restricted_by integer, ADD COLUMN unsafe_by integer;
CREATE INDEX links_restricted_by ON links (restricted_by) WHERE restricted_by IS NOT NULL;
CREATE INDEX links_unsafe_by ON links (unsafe_by) WHERE unsafe_by IS NOT NULL;

-- A destination's host from its last character to its first, so that a host and all below it are one range.
CREATE FUNCTION link_reversed_host(text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT reverse(rtrim(substring(left($1, 300) FROM '^https?://(\[[^]]*\]|[^/:?#]*)'), '.')) COLLATE "C"
$$;
CREATE INDEX links_host ON links (link_reversed_host(location), id);

-- Links to be brought in line with an entry of blocked_destinations that was added or is gone. Whoever ends the sweep
-- removes the row; of two at work none does harm.
CREATE TABLE link_sweeps (
  id            bigserial PRIMARY KEY,
  entry_id      integer,
  created_at    timestamptz(3) NOT NULL DEFAULT now(),
  claimed_until timestamptz(3) NOT NULL DEFAULT now()
);
