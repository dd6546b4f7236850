// What `kurz doctor` can find about ClickHouse: what is wrong and what to do, by stable code.

import type { CatalogueEntry } from './catalogue-entry';

export const CLICKHOUSE_FINDINGS = {
  clickhouse_unreachable: {
    part: 'clickhouse',
    severity: 'fault',
    what: 'ClickHouse does not answer: {reason}.',
    todo: 'Start it, or correct host and port in KURZ_CLICKHOUSE_URL, of shards in KURZ_CLICKHOUSE_URLS.',
  },
  clickhouse_login_refused: {
    part: 'clickhouse',
    severity: 'fault',
    what: 'ClickHouse refuses the connection: {reason}.',
    todo: 'Correct the name and password in KURZ_CLICKHOUSE_URL, of shards in KURZ_CLICKHOUSE_URLS.',
  },
  clickhouse_rights_missing: {
    part: 'clickhouse',
    severity: 'fault',
    what: 'The user of KURZ_CLICKHOUSE_URL lacks a right: {reason}.',
    todo: "Use the operator's address, as `kurz migrate` does. See docs/operating.md, Users of the stores.",
  },
  clickhouse_certificate_refused: {
    part: 'clickhouse',
    severity: 'fault',
    what: 'TLS to ClickHouse fails: {reason}.',
    todo: 'Name the file of your authority in NODE_EXTRA_CA_CERTS, or give the server a valid certificate.',
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
    what: 'The ClickHouse in place {place} of KURZ_CLICKHOUSE_URLS bears place {bears}.',
    todo: 'Put the addresses in the order in which `kurz migrate` saw them first. For a new shard, run it.',
  },
  clickhouse_shards_differ: {
    part: 'clickhouse',
    severity: 'fault',
    what: 'The settings name {named} shards of ClickHouse, PostgreSQL knows {known}.',
    todo: 'Name them all in KURZ_CLICKHOUSE_URLS, in every service, and run `kurz migrate`.',
  },
  clickhouse_shard_lacks: {
    part: 'clickhouse',
    severity: 'warning',
    what: 'The ClickHouse in place {place} lacks {messages} messages of the click stream, which it missed while it was away.',
    todo: 'Ingesters write them when it answers. See deploy/runbook.md, A shard is away.',
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
    what: 'The disk {disk} of ClickHouse has {percent} % left.',
    todo: 'Enlarge it. When it is full, visits wait in Kafka.',
  },
  clickhouse_replica_read_only: {
    part: 'clickhouse',
    severity: 'fault',
    what: 'The table {table} is read-only on this replica.',
    todo: 'See whether Keeper answers, and SYSTEM RESTART REPLICA.',
  },
} as const satisfies Record<string, CatalogueEntry>;
