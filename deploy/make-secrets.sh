#!/bin/sh
# Makes the secrets that docker-compose.yml and the Kubernetes manifests name, one file each, in deploy/secrets (or the
# folder given). Existing files are kept, so that it can be run again after an update.
#
#   sh deploy/make-secrets.sh [folder]                  for Compose, whose stores share this machine's private network
#   sh deploy/make-secrets.sh --cluster [folder]        for stores elsewhere: every address requires TLS
#
# Each service has users of its own in the stores, which `kurz migrate` makes; postgres_url, redis_url and clickhouse_url
# are the operator's. In PostgreSQL that is kurz_owner, which owns the tables and is not a superuser.
#
# Only its owner can open the folder (0700). The files are readable (0644), because containers read them under other
# user ids. The owner may write other addresses into them.
set -eu

postgres_end='sslmode=disable'
redis_scheme=redis
clickhouse_scheme=http
clickhouse_port=8123
if [ "${1:-}" = --cluster ]; then
  shift
  postgres_end='sslmode=verify-full'
  redis_scheme=rediss
  clickhouse_scheme=https
  clickhouse_port=8443
fi

folder=${1:-$(dirname "$0")/secrets}
mkdir -p "$folder"
chmod 0700 "$folder"

# 32 random bytes as 64 hexadecimal digits, which need no escaping in a URL or a configuration file
random() {
  digits=$(od -An -N32 -tx1 /dev/urandom | tr -d ' \n')
  if [ ${#digits} -ne 64 ]; then
    echo 'make-secrets: no random bytes: od and tr must read /dev/urandom' >&2
    return 1
  fi
  printf '%s' "$digits"
}

# keep NAME CONTENT: writes under another name first, so that a file is complete or missing
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

for name in postgres_password postgres_owner_password redis_password clickhouse_password token_pepper session_secret grafana_password; do
  secret=$(random)
  keep "$name" "$secret"
done

# address NAME STORE USER PASSWORD
address() {
  case $2 in
    postgres) keep "$1" "postgres://$3:$4@postgres:5432/kurz?$postgres_end" ;;
    redis) keep "$1" "$redis_scheme://$3:$4@redis:6379" ;;
    clickhouse) keep "$1" "$clickhouse_scheme://$3:$4@clickhouse:$clickhouse_port" ;;
  esac
}
address postgres_url postgres kurz_owner "$(cat "$folder/postgres_owner_password")"
address redis_url redis '' "$(cat "$folder/redis_password")"
address clickhouse_url clickhouse kurz "$(cat "$folder/clickhouse_password")"
for service in redirector ingester api; do
  for store in postgres redis clickhouse; do
    [ "$service-$store" = redirector-clickhouse ] && continue
    secret=$(random)
    address "${service}_${store}_url" "$store" "kurz_$service" "$secret"
  done
done
# empty: the pepper is not being rotated
keep token_pepper_old ''
# empty: the secret of sessions is not being rotated
keep session_secret_old ''
# empty: a Kafka without authentication; Kubernetes mounts both files in any case
keep kafka_username ''
keep kafka_password ''
# empty: no mails are sent
keep smtp_url ''
