-- When a link begins and ends, and where it leads after its end.

ALTER TABLE links
  -- null: from its creation on
  ADD COLUMN starts_at        timestamptz(3),
  -- null: it does not end
  ADD COLUMN expires_at       timestamptz(3),
  -- as sent, and as the Location header carries it; null: visitors get a page
  ADD COLUMN expired_url      text,
  ADD COLUMN expired_location text COLLATE "C";

-- The location of a link with a beginning or an end starts with a space, which no redirector sends as a header. So a
-- program that does not know these columns answers 503 where it would redirect outside the window. The trigger holds for
-- every writer, also for an API of the release before.
CREATE FUNCTION gate_link_location() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.location := ltrim(NEW.location, ' ');
  IF NEW.starts_at IS NOT NULL OR NEW.expires_at IS NOT NULL THEN
    NEW.location := ' ' || NEW.location;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER links_gate BEFORE INSERT OR UPDATE OF location, starts_at, expires_at ON links FOR EACH ROW
  WHEN (NEW.starts_at IS NOT NULL OR NEW.expires_at IS NOT NULL OR NEW.location LIKE ' %')
  EXECUTE FUNCTION gate_link_location();

-- the same for every location that is there, and past the space
CREATE OR REPLACE FUNCTION link_reversed_host(text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT reverse(rtrim(substring(left($1, 300) FROM '^ ?https?://(\[[^]]*\]|[^/:?#]*)'), '.')) COLLATE "C"
$$;
CREATE INDEX links_expired_host ON links (link_reversed_host(expired_location), id)
  WHERE expired_location IS NOT NULL;
