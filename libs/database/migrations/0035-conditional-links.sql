-- Links that lead by conditions: up to 20 rules, each with a destination.

ALTER TABLE links
  -- as the API shows them; null: none
  ADD COLUMN rules               json,
  -- what the redirectors read of them, with where each leads; null: none
  ADD COLUMN conditions          text COLLATE "C",
  -- where they lead, as a Location header carries it
  ADD COLUMN condition_locations text[] COLLATE "C",
  -- where url leads, when no condition does; null: location says so
  ADD COLUMN fallback_location   text COLLATE "C";

-- The location of a link with conditions is empty, which no redirector sends as a header. So a program that does not know
-- the conditions answers 503 where it would redirect past them. The trigger holds for every writer, also for an API of
-- the release before: a location that is written becomes the fallback, and comes back with the end of the conditions.
CREATE OR REPLACE FUNCTION gate_link_location() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.location := ltrim(NEW.location, ' ');
  IF NEW.location = '' AND NEW.fallback_location IS NOT NULL THEN
    NEW.location := NEW.fallback_location;
  END IF;
  NEW.fallback_location := NULL;
  IF NEW.conditions IS NOT NULL THEN
    NEW.fallback_location := NEW.location;
    NEW.location := '';
  ELSIF NEW.starts_at IS NOT NULL OR NEW.expires_at IS NOT NULL THEN
    NEW.location := ' ' || NEW.location;
  END IF;
  RETURN NEW;
END $$;
DROP TRIGGER links_gate ON links;
CREATE TRIGGER links_gate BEFORE INSERT OR UPDATE OF location, starts_at, expires_at, conditions ON links FOR EACH ROW
  WHEN (NEW.starts_at IS NOT NULL OR NEW.expires_at IS NOT NULL OR NEW.location LIKE ' %' OR NEW.location = ''
        OR NEW.conditions IS NOT NULL)
  EXECUTE FUNCTION gate_link_location();

CREATE INDEX links_fallback_host ON links (link_reversed_host(fallback_location), id) WHERE fallback_location IS NOT NULL;
-- a new entry of the list of blocked destinations looks at each of them
CREATE INDEX links_conditional ON links (id) WHERE condition_locations IS NOT NULL;
