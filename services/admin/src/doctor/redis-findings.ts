// What `kurz doctor` can find about Redis: what is wrong and what to do, by stable code.

import type { CatalogueEntry } from './catalogue-entry';

export const REDIS_FINDINGS = {
  redis_unreachable: {
    part: 'redis',
    severity: 'fault',
    what: 'Redis does not answer: {reason}.',
    todo: 'Start it, or correct the host and port in KURZ_REDIS_URL.',
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
    what: 'The user in KURZ_REDIS_URL lacks a permission: {reason}.',
    todo: "Use the address of the operator's user, as for `kurz migrate`. See docs/operating.md, Users of the stores.",
  },
  redis_certificate_refused: {
    part: 'redis',
    severity: 'fault',
    what: 'TLS to Redis fails: {reason}.',
    todo: 'Set NODE_EXTRA_CA_CERTS to the file with your CA certificate, or give the server a valid certificate.',
  },
  redis_too_old: {
    part: 'redis',
    severity: 'fault',
    what: 'Redis has version {version}, which is too old.',
    todo: 'Use Redis 7 or newer, or Valkey.',
  },
  redis_is_replica: {
    part: 'redis',
    severity: 'fault',
    what: 'KURZ_REDIS_URL points to a replica, which does not accept writes.',
    todo: 'Set KURZ_REDIS_URL to the primary, or to the sentinels that know it. See docs/operating.md.',
  },
  redis_lacks_replicas: {
    part: 'redis',
    severity: 'fault',
    what: 'Redis does not accept writes: min-replicas-to-write requires replicas, but no replica is connected and up to date.',
    todo: 'Start a replica. Until then, links are read from PostgreSQL, and counts are not live.',
  },
  redis_is_cluster: {
    part: 'redis',
    severity: 'fault',
    what: 'KURZ_REDIS_URL points to one node of a Redis Cluster, which holds only part of the keys.',
    todo: 'Use redis+cluster:// with the nodes of the cluster. See docs/operating.md.',
  },
  redis_is_no_cluster: {
    part: 'redis',
    severity: 'fault',
    what: 'KURZ_REDIS_URL names a Redis Cluster, but the server is not in cluster mode.',
    todo: 'Begin KURZ_REDIS_URL with redis:// or rediss://. See docs/operating.md.',
  },
  redis_cluster_not_serving: {
    part: 'redis',
    severity: 'fault',
    what: 'The Redis Cluster serves {served} of its 16384 slots, or has no majority.',
    todo: 'Run `redis-cli --cluster check`, and start the nodes that are down.',
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
    todo: 'Add one. If the primary fails without a replica, its links are read from PostgreSQL.',
  },
  redis_may_evict: {
    part: 'redis',
    severity: 'fault',
    what: 'Redis may evict keys (maxmemory-policy {policy}). A deleted link can then come back, or a day can count twice.',
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
    todo: 'Free space on its disk, and read its log.',
  },
  redis_not_persistent: {
    part: 'redis',
    severity: 'warning',
    what: 'Redis keeps no data across a restart. Each link is then read from PostgreSQL again.',
    todo: 'Set `appendonly yes`, as deploy/redis/redis.conf does.',
  },
  redis_directory_missing: {
    part: 'redis',
    severity: 'warning',
    what: 'Redis holds no link cache yet: no redirector or API has written to it.',
    todo: 'Start a redirector and an API with the same KURZ_REDIS_URL.',
  },
} as const satisfies Record<string, CatalogueEntry>;
