// What `kurz doctor` can find about Kafka: what is wrong and what to do, by stable code.

import type { CatalogueEntry } from './catalogue-entry';

export const KAFKA_FINDINGS = {
  kafka_unreachable: {
    part: 'kafka',
    severity: 'fault',
    what: 'Kafka does not answer: {reason}.',
    todo: 'Start it, or correct KURZ_KAFKA_BROKERS. The listeners it advertises must be reachable from here.',
  },
  kafka_login_refused: {
    part: 'kafka',
    severity: 'fault',
    what: 'Kafka refuses the connection: {reason}.',
    todo: 'Correct the name and password in KURZ_KAFKA_USERNAME and KURZ_KAFKA_PASSWORD, or KURZ_KAFKA_MECHANISM.',
  },
  kafka_rights_missing: {
    part: 'kafka',
    severity: 'fault',
    what: 'The user of KURZ_KAFKA_USERNAME lacks a right: {reason}.',
    todo: 'Let it describe the cluster, the topics and the groups. See docs/operating.md, Partitions, retention, and what Kafka must not forget.',
  },
  kafka_certificate_refused: {
    part: 'kafka',
    severity: 'fault',
    what: 'TLS to Kafka fails: {reason}.',
    todo: 'Name the file of your authority in NODE_EXTRA_CA_CERTS, or correct KURZ_KAFKA_SSL.',
  },
  kafka_topic_missing: {
    part: 'kafka',
    severity: 'fault',
    what: 'There is no topic {topic}.',
    todo: 'Run `kurz topics`.',
  },
  kafka_few_partitions: {
    part: 'kafka',
    severity: 'warning',
    what: '{topic} has {found} partitions; KURZ_KAFKA_PARTITIONS asks for {wanted}.',
    todo: 'Run `kurz topics`.',
  },
  kafka_partition_without_leader: {
    part: 'kafka',
    severity: 'fault',
    what: '{partitions} partitions of {topic} have no leader: their visits wait.',
    todo: 'Bring the brokers back that hold them.',
  },
  kafka_under_replicated: {
    part: 'kafka',
    severity: 'warning',
    what: '{partitions} partitions of {topic} lack copies.',
    todo: 'Bring the missing broker back, or replace it.',
  },
  kafka_few_copies: {
    part: 'kafka',
    severity: 'fault',
    what: '{topic} has {found} copies; KURZ_KAFKA_REPLICATION asks for {wanted}. A lost broker would take visits with it.',
    todo: 'Reassign its partitions to more brokers, or set KURZ_KAFKA_REPLICATION to what is meant.',
  },
  kafka_topic_configured_otherwise: {
    part: 'kafka',
    severity: 'fault',
    what: '{topic} has {setting}={found}; the settings ask for {wanted}.',
    todo: 'Run `kurz topics`.',
  },
  kafka_forgets_offsets: {
    part: 'kafka',
    severity: 'warning',
    what: 'Kafka forgets positions after {minutes} minutes: a journal or ingester that is away for longer must be resumed by hand.',
    todo: 'Set offsets.retention.minutes=43200 on the brokers.',
  },
  kafka_forgets_transactional_ids: {
    part: 'kafka',
    severity: 'warning',
    what: 'Kafka forgets transactional ids after {ms} ms.',
    todo: 'Set transactional.id.expiration.ms=2147483647 on the brokers.',
  },
  kafka_transactions_too_short: {
    part: 'kafka',
    severity: 'fault',
    what: 'Kafka allows transactions of {ms} ms at most; redirectors ask for {wanted} ms, so nothing is shipped.',
    todo: 'Set transaction.max.timeout.ms=900000 on the brokers.',
  },
  kafka_few_copies_of_offsets: {
    part: 'kafka',
    severity: 'warning',
    what: '{setting}={found} on brokers whose click stream has {wanted} copies: a lost broker stops counting.',
    todo: 'Set it to {wanted}, and reassign the partitions of that topic.',
  },
  kafka_makes_topics: {
    part: 'kafka',
    severity: 'warning',
    what: 'Kafka makes topics by itself: a misspelt KURZ_KAFKA_TOPIC would not be noticed.',
    todo: 'Set auto.create.topics.enable=false on the brokers.',
  },
  ingester_absent: {
    part: 'kafka',
    severity: 'fault',
    what: 'No ingester is in the group {group}: nothing is counted.',
    todo: 'Start an ingester with the same KURZ_KAFKA_BROKERS and KURZ_KAFKA_TOPIC.',
  },
  ingester_lags: {
    part: 'kafka',
    severity: 'fault',
    what: '{group} has yet to read messages of more than ten minutes ago: {messages}. One holds hundreds of visits.',
    todo: 'Start more ingesters, or see whether a store holds them up: the runbook, "The counts fall behind".',
  },
  stream_position_lost: {
    part: 'kafka',
    severity: 'fault',
    what: '{group} has no position in a partition that holds visits, though PostgreSQL knows one.',
    todo: 'See the runbook, "The position in the click stream is lost".',
  },
  journal_silent: {
    part: 'kafka',
    severity: 'fault',
    what: 'The journal {journal} has shipped nothing for {seconds} s.',
    todo: 'Start its redirector, or run `kurz journal drain` on its volume. Without the volume see the runbook, "A journal holds up final counts".',
  },
} as const satisfies Record<string, CatalogueEntry>;
