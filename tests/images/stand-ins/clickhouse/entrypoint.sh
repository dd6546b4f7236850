#!/bin/bash
# As the image: the first start runs a server on 127.0.0.1 alone, makes CLICKHOUSE_DB, ends it, and starts the real one.
set -eo pipefail
folder=/var/lib/clickhouse
export PASSWORD=${CLICKHOUSE_PASSWORD:-$(cat "${CLICKHOUSE_PASSWORD_FILE:?}")}
export USERS_FILE=$folder/users.json
serve="node --require /app/ask-password.cjs /app/clickhouse-server.cjs $folder/chdb 8123"
if [ ! -d "$folder/chdb" ] && [ -n "${CLICKHOUSE_DB:-}" ]; then
  LISTEN=127.0.0.1 $serve &
  first=$!
  until wget -q --spider -T 1 http://127.0.0.1:8123/ping; do sleep 0.2; done
  wget -q -O - --user="$CLICKHOUSE_USER" --password="$PASSWORD" --auth-no-challenge \
    --post-data "CREATE DATABASE IF NOT EXISTS $CLICKHOUSE_DB" http://127.0.0.1:8123/
  kill -TERM $first
  wait $first || :
fi
exec $serve
