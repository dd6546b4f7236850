#!/bin/bash
# What the official image does with what docker-compose.yml gives it: the cluster, the database and the scripts of
# /docker-entrypoint-initdb.d once, by a server on the socket alone; then the server.
set -eo pipefail
if [ "$1" = postgres ] && [ "$(id -u)" = 0 ]; then
  mkdir -p "$PGDATA" && chmod 00700 "$PGDATA" && chown -R postgres "$PGDATA"
  exec setpriv --reuid=postgres --regid=postgres --init-groups "$0" "$@"
fi
if [ "$1" = postgres ] && [ ! -s "$PGDATA/PG_VERSION" ]; then
  password=${POSTGRES_PASSWORD:-$(cat "${POSTGRES_PASSWORD_FILE:?}")}
  export POSTGRES_USER=${POSTGRES_USER:-postgres}
  export POSTGRES_DB=${POSTGRES_DB:-$POSTGRES_USER}
  eval "initdb --username=\"\$POSTGRES_USER\" --pwfile=<(printf '%s\n' \"\$password\") $POSTGRES_INITDB_ARGS --pgdata=\"\$PGDATA\""
  echo 'host all all all scram-sha-256' >>"$PGDATA/pg_hba.conf"
  printf "listen_addresses = '*'\nunix_socket_directories = '/var/run/postgresql'\n" >>"$PGDATA/postgresql.conf"
  pg_ctl --pgdata="$PGDATA" --options='-c listen_addresses= -p 5432' --wait start
  export PGHOST=/var/run/postgresql PGPASSWORD=$password
  psql --no-psqlrc --set ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname postgres --command "CREATE DATABASE \"$POSTGRES_DB\""
  for script in /docker-entrypoint-initdb.d/*.sh; do [ ! -e "$script" ] || sh "$script"; done
  pg_ctl --pgdata="$PGDATA" --mode=fast --wait stop
  unset PGHOST PGPASSWORD
  echo 'PostgreSQL init process complete; ready for start up.'
fi
exec "$@"
