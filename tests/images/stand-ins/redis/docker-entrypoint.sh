#!/bin/sh
# As in the official image: options alone are redis-server's, and root steps down to the user redis.
set -e
if [ "${1#-}" != "$1" ] || [ "${1%.conf}" != "$1" ]; then set -- redis-server "$@"; fi
if [ "$1" = redis-server ] && [ "$(id -u)" = 0 ]; then
  chown redis . 2>/dev/null || :
  exec setpriv --reuid=redis --regid=redis --clear-groups "$0" "$@"
fi
# the official build leaves the protected mode out
if [ "$1" = redis-server ]; then set -- "$@" --protected-mode no; fi
exec "$@"
