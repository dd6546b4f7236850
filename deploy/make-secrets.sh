#!/bin/sh
# Makes the secrets that docker-compose.yml and the Kubernetes manifests name, one file each, in deploy/secrets (or the
# folder given). What is there already stays as it is, so that it can be run again after an update.
#
#   sh deploy/make-secrets.sh [folder]
#
# The folder is the owner's alone (0700); the files are readable (0644), because a container reads them as nobody, and the
# owner puts other addresses into them.
set -eu

folder=${1:-$(dirname "$0")/secrets}
mkdir -p "$folder"
chmod 0700 "$folder"

# 32 random bytes as 64 hexadecimal digits: nothing that a URL or a configuration file would have to escape
random() {
  od -An -N32 -tx1 /dev/urandom | tr -d ' \n'
}

# keep NAME CONTENT: written under another name first, so that a file is whole or not there
keep() {
  if [ -e "$folder/$1" ]; then
    echo "kept $1"
    return
  fi
  printf '%s' "$2" >"$folder/$1.new"
  chmod 0644 "$folder/$1.new"
  mv "$folder/$1.new" "$folder/$1"
  echo "made $1"
}

for name in postgres_password redis_password clickhouse_password token_pepper session_secret grafana_password; do
  keep "$name" "$(random)"
done
keep postgres_url "postgres://kurz:$(cat "$folder/postgres_password")@postgres:5432/kurz?sslmode=disable"
keep redis_url "redis://:$(cat "$folder/redis_password")@redis:6379"
keep clickhouse_url "http://kurz:$(cat "$folder/clickhouse_password")@clickhouse:8123"
# empty: a Kafka that asks for no password; Kubernetes mounts it either way
keep kafka_password ''
