// What `kurz doctor` can find about ClickHouse: what is wrong and what to do, by stable code.

import type { CatalogueEntry } from './catalogue-entry';

export const CLICKHOUSE_FINDINGS = {
  clickhouse_unreachable: {
    part: 'clickhouse',
    severity: 'fault',
    what: 'ClickHouse does not answer: {reason}.',
    todo: 'Start it, or correct the host and port in KURZ_CLICKHOUSE_URL (with shards: in KURZ_CLICKHOUSE_URLS).',
  },
  clickhouse_login_refused: {
    part: 'clickhouse',
    severity: 'fault',
    what: 'ClickHouse refuses the connection: {reason}.',
    todo: 'Correct the name and password in KURZ_CLICKHOUSE_URL (with shards: in KURZ_CLICKHOUSE_URLS).',
  },
  clickhouse_rights_missing: {
    part: 'clickhouse',
    severity: 'fault',
    what: 'The user in KURZ_CLICKHOUSE_URL lacks a permission: {reason}.',
    todo: "Use the address of the operator's user, as for `kurz migrate`. See docs/operating.md, Users of the stores.",
  },
  clickhouse_certificate_refused: {
    part: 'clickhouse',
    severity: 'fault',
    what: 'TLS to ClickHouse fails: {reason}.',
    todo: 'Set NODE_EXTRA_CA_CERTS to the file with your CA certificate, or give the server a valid certificate.',
  },
  clickhouse_not_migrated: {
    part: 'clickhouse',
    severity: 'fault',
    what: 'ClickHouse lacks migrations: {migrations}.',
    todo: 'Run `kurz migrate`.',
  },
  clickhouse_shard_misplaced: {
    part: 'clickhouse',
    severity: 'fault',
    what: 'The ClickHouse at position {place} in KURZ_CLICKHOUSE_URLS must be marked as shard {place}. Its mark: {bears}.',
    todo: 'Put the addresses back in the order in which `kurz migrate` first saw them. If the shard is new, run `kurz migrate`.',
  },
  clickhouse_shards_differ: {
    part: 'clickhouse',
    severity: 'fault',
    what: 'The settings name {named} ClickHouse shards, but PostgreSQL has recorded {known}.',
    todo: 'List all shards in KURZ_CLICKHOUSE_URLS of every service. Run `kurz migrate`, and for a new shard `kurz shards rebalance`.',
  },
  clickhouse_shard_lacks: {
    part: 'clickhouse',
    severity: 'warning',
    what: 'ClickHouse shard {place} lacks {messages} messages of the click stream, which it missed while it was down.',
    todo: 'The ingesters write them when it answers again. See deploy/runbook.md, A shard is away.',
  },
  clickhouse_table_missing: {
    part: 'clickhouse',
    severity: 'fault',
    what: 'ClickHouse has no table {table}, though its migration ran.',
    todo: 'Restore it from a backup. See docs/operating.md, Backups and restore.',
  },
  clickhouse_disk_full: {
    part: 'clickhouse',
    severity: 'fault',
    what: 'The disk {disk} of ClickHouse has {percent} % free space left.',
    todo: 'Enlarge it. When it is full, visits wait in Kafka.',
  },
  clickhouse_replica_read_only: {
    part: 'clickhouse',
    severity: 'fault',
    what: 'The table {table} is read-only on this replica.',
    todo: 'Check that Keeper answers, and run SYSTEM RESTART REPLICA.',
  },
} as const satisfies Record<string, CatalogueEntry>;
