-- Links behind a password.

ALTER TABLE links
  -- argon2id; null: none
  ADD COLUMN password_hash      text COLLATE "C",
  -- where url leads, and what the redirectors read of the conditions, behind the password
  ADD COLUMN guarded_location   text COLLATE "C",
  ADD COLUMN guarded_conditions text COLLATE "C";

-- Behind a password location and fallback_location are empty, and the conditions say {"p":1} and nothing else: what the
-- redirectors read of every link, and put into Redis, does not say where this one leads. A program that does not know
-- passwords answers 503: it knows no such condition, or finds a location that no header can carry. The trigger holds for
-- every writer, also for an API of the release before: what it writes goes behind the password.
CREATE OR REPLACE FUNCTION gate_link_location() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.location := ltrim(NEW.location, ' ');
  IF NEW.location = '' THEN
    NEW.location := coalesce(NEW.guarded_location, NEW.fallback_location, '');
  END IF;
  IF NEW.conditions = '{"p":1}' THEN
    NEW.conditions := NEW.guarded_conditions;
  END IF;
  NEW.fallback_location := NULL;
  NEW.guarded_location := NULL;
  NEW.guarded_conditions := NULL;
  IF NEW.password_hash IS NOT NULL THEN
    NEW.guarded_location := NEW.location;
    NEW.guarded_conditions := NEW.conditions;
    NEW.location := '';
    NEW.conditions := '{"p":1}';
  ELSIF NEW.conditions IS NOT NULL THEN
    NEW.fallback_location := NEW.location;
    NEW.location := '';
  ELSIF NEW.starts_at IS NOT NULL OR NEW.expires_at IS NOT NULL THEN
    NEW.location := ' ' || NEW.location;
  END IF;
  RETURN NEW;
END $$;
DROP TRIGGER links_gate ON links;
CREATE TRIGGER links_gate
  BEFORE INSERT OR UPDATE OF location, starts_at, expires_at, conditions, password_hash ON links FOR EACH ROW
  WHEN (NEW.starts_at IS NOT NULL OR NEW.expires_at IS NOT NULL OR NEW.location LIKE ' %' OR NEW.location = ''
        OR NEW.conditions IS NOT NULL OR NEW.password_hash IS NOT NULL)
  EXECUTE FUNCTION gate_link_location();

CREATE INDEX links_guarded_host ON links (link_reversed_host(guarded_location), id) WHERE guarded_location IS NOT NULL;
