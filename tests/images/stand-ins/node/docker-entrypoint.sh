#!/bin/sh
# As in the official image: options, files and unknown words are Node's.
set -e
if [ "${1#-}" != "$1" ] || [ -z "$(command -v "$1")" ] || { [ -f "$1" ] && ! [ -x "$1" ]; }; then set -- node "$@"; fi
exec "$@"
