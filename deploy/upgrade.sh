#!/bin/sh
# Upgrades a Compose installation to the image and the files in this checkout, one service after the other. Redirects go
# on, except for the seconds in which the redirector's container is recreated; the front lets visitors wait meanwhile.
# With a plain `docker compose up` nothing answers for half a minute.
#
#   sh deploy/upgrade.sh [flags of docker compose up]
#
# Run make-secrets.sh before it. It may be run again after a failure. COMPOSE replaces the command `docker compose`.
set -eu
cd "$(dirname "$0")/.."

compose=${COMPOSE:-docker compose}

# with `up --build` or `--pull always` the jobs get the new image too
case " $* " in
  *' --build '*) $compose build ;;
  *' --pull always '* | *' --pull=always '*) $compose pull migrate topics ;;
esac
for job in migrate topics; do
  $compose run --rm --no-deps -T "$job"
done
# the readers of a new format of lines and links start before their writers
for service in ingester redirector api; do
  $compose up --detach --wait --no-deps "$@" "$service"
done
$compose up --detach --wait "$@"
