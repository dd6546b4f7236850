// What `kurz doctor` can find about Redis: what is wrong and what to do, by stable code.

import type { CatalogueEntry } from './catalogue-entry';

export const REDIS_FINDINGS = {
  redis_unreachable: {
    part: 'redis',
    severity: 'fault',
    what: 'Redis does not answer: {reason}.',
    todo: 'Start it, or correct host and port in KURZ_REDIS_URL.',
  },
  redis_login_refused: {
    part: 'redis',
    severity: 'fault',
    what: 'Redis refuses the connection: {reason}.',
    todo: 'Correct the name and password in KURZ_REDIS_URL.',
  },
  redis_rights_missing: {
    part: 'redis',
    severity: 'fault',
    what: 'The user of KURZ_REDIS_URL lacks a right: {reason}.',
    todo: "Use the operator's address, as `kurz migrate` does. See docs/operating.md, Users of the stores.",
  },
  redis_certificate_refused: {
    part: 'redis',
    severity: 'fault',
    what: 'TLS to Redis fails: {reason}.',
    todo: 'Name the file of your authority in NODE_EXTRA_CA_CERTS, or give the server a valid certificate.',
  },
  redis_too_old: {
    part: 'redis',
    severity: 'fault',
    what: 'Redis is of version {version}.',
    todo: 'Use Redis 7 or newer, or Valkey.',
  },
  redis_is_replica: {
    part: 'redis',
    severity: 'fault',
    what: 'KURZ_REDIS_URL names a replica, which takes no writes.',
    todo: 'Name the primary, or the sentinels that know it. See docs/operating.md.',
  },
  redis_lacks_replicas: {
    part: 'redis',
    severity: 'fault',
    what: 'Redis takes no writes: min-replicas-to-write asks for replicas, and none follows.',
    todo: 'Start a replica. Until then links are read from PostgreSQL, and counts are not live.',
  },
  redis_is_cluster: {
    part: 'redis',
    severity: 'fault',
    what: 'KURZ_REDIS_URL names a node of a cluster, which holds a part of the keys.',
    todo: 'Write redis+cluster:// and its nodes. See docs/operating.md.',
  },
  redis_is_no_cluster: {
    part: 'redis',
    severity: 'fault',
    what: 'KURZ_REDIS_URL says that Redis is a cluster, and it is none.',
    todo: 'Write redis:// or rediss://. See docs/operating.md.',
  },
  redis_cluster_not_serving: {
    part: 'redis',
    severity: 'fault',
    what: 'The Redis Cluster serves {served} of its 16384 slots, or has no majority.',
    todo: 'Look at `redis-cli --cluster check`, and start the nodes that are away.',
  },
  redis_primary_unreachable: {
    part: 'redis',
    severity: 'fault',
    what: 'The primary {primary} of the Redis Cluster does not answer: {reason}.',
    todo: 'Start it, or make its address reachable: each service connects to every primary.',
  },
  redis_primary_without_replica: {
    part: 'redis',
    severity: 'warning',
    what: 'The primary {primary} of the Redis Cluster has no replica.',
    todo: 'Add one: without the primary its links are read from PostgreSQL.',
  },
  redis_may_evict: {
    part: 'redis',
    severity: 'fault',
    what: 'Redis may evict keys (maxmemory-policy {policy}): a deleted link could come back, a day count twice.',
    todo: 'Set `maxmemory-policy noeviction`, as deploy/redis/redis.conf does.',
  },
  redis_full: {
    part: 'redis',
    severity: 'fault',
    what: 'Redis uses {percent} % of its maxmemory.',
    todo: 'Raise maxmemory. See docs/operating.md, Sizes.',
  },
  redis_cannot_save: {
    part: 'redis',
    severity: 'fault',
    what: 'Redis cannot write to its disk.',
    todo: 'Make room on its disk, and look into its log.',
  },
  redis_not_persistent: {
    part: 'redis',
    severity: 'warning',
    what: 'Redis keeps nothing over a restart: each link is then read from PostgreSQL again.',
    todo: 'Set `appendonly yes`, as deploy/redis/redis.conf does.',
  },
  redis_directory_missing: {
    part: 'redis',
    severity: 'warning',
    what: 'The link cache in Redis was not begun: no redirector or API has written there.',
    todo: 'Start a redirector and an API with the same KURZ_REDIS_URL.',
  },
} as const satisfies Record<string, CatalogueEntry>;
