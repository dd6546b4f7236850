#!/bin/sh
# Brings a Compose installation to the image and the files that are here, one service after the other. Redirects go on but
# for the seconds in which the redirector's container is made anew, for which the front lets visitors wait. With a plain
# `docker compose up` nothing answers for half a minute.
#
#   sh deploy/upgrade.sh [flags of docker compose up]
#
# Run make-secrets.sh before it. It may be run again after a failure. COMPOSE: another command than `docker compose`.
set -eu
cd "$(dirname "$0")/.."

compose=${COMPOSE:-docker compose}

# with up's --build or --pull always the jobs are of the new image too
case " $* " in
  *' --build '*) $compose build ;;
  *' --pull always '* | *' --pull=always '*) $compose pull migrate topics ;;
esac
for job in migrate topics; do
  $compose run --rm --no-deps -T "$job"
done
# a reader of new lines and links before their writer
for service in ingester redirector api; do
  $compose up --detach --wait --no-deps "$@" "$service"
done
$compose up --detach --wait "$@"
