-- The role kurz_owner: owns the database and the tables and may make the services' roles. It is no superuser, so that
-- `kurz migrate` and the admin command can neither read files of the server nor run programs there. For a superuser;
-- the setting kurz.owner_password of the session holds the password. A second run changes nothing.
DO $$
DECLARE
  one record;
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'kurz_owner') THEN
    CREATE ROLE kurz_owner;
  END IF;
  EXECUTE format(
    'ALTER ROLE kurz_owner LOGIN NOSUPERUSER NOCREATEDB CREATEROLE NOREPLICATION NOBYPASSRLS PASSWORD %L',
    current_setting('kurz.owner_password'));
  EXECUTE format('ALTER DATABASE %I OWNER TO kurz_owner', current_database());

  -- what an older installation's superuser has made; a sequence of a column goes with its table
  FOR one IN
    SELECT format('ALTER TABLE %s OWNER TO kurz_owner', oid::regclass) AS statement FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v', 'm', 'S')
      AND relowner <> 'kurz_owner'::regrole
      AND NOT EXISTS (
        SELECT FROM pg_depend
        WHERE classid = 'pg_class'::regclass AND objid = pg_class.oid AND deptype IN ('a', 'i', 'e'))
    UNION ALL
    SELECT format('ALTER ROUTINE %s OWNER TO kurz_owner', oid::regprocedure) FROM pg_proc
    WHERE pronamespace = 'public'::regnamespace AND proowner <> 'kurz_owner'::regrole
      AND NOT EXISTS (
        SELECT FROM pg_depend WHERE classid = 'pg_proc'::regclass AND objid = pg_proc.oid AND deptype = 'e')
    UNION ALL
    SELECT format('GRANT %I TO kurz_owner WITH ADMIN TRUE, INHERIT FALSE, SET FALSE', rolname) FROM pg_roles
    WHERE rolname IN ('kurz_redirector', 'kurz_ingester', 'kurz_api')
  LOOP
    EXECUTE one.statement;
  END LOOP;
END
$$;
