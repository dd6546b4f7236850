#!/bin/sh
# Makes the owner of Kurz's tables in PostgreSQL. The image runs it at the first start of an empty volume; it can be run
# again at any time: docker compose exec postgres sh /docker-entrypoint-initdb.d/make-owner.sh
set -eu

{
  printf "SET kurz.owner_password = '%s';\n" "$(sed "s/'/''/g" "${KURZ_OWNER_PASSWORD_FILE:-/run/secrets/postgres_owner_password}")"
  cat "${KURZ_MAKE_OWNER_SQL:-/etc/kurz/make-owner.sql}"
} | psql --no-psqlrc --quiet --set ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname "$POSTGRES_DB"
