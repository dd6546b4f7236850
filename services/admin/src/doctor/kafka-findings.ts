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
    what: 'The user in KURZ_KAFKA_USERNAME lacks a permission: {reason}.',
    todo: 'Allow the user to describe the cluster, the topics and the groups. See docs/operating.md, Partitions, retention, and what Kafka must not forget.',
  },
  kafka_certificate_refused: {
    part: 'kafka',
    severity: 'fault',
    what: 'TLS to Kafka fails: {reason}.',
    todo: 'Set NODE_EXTRA_CA_CERTS to the file with your CA certificate, or correct KURZ_KAFKA_SSL.',
  },
  kafka_topic_missing: {
    part: 'kafka',
    severity: 'fault',
    what: 'The topic {topic} does not exist.',
    todo: 'Run `kurz topics`.',
  },
  kafka_few_partitions: {
    part: 'kafka',
    severity: 'warning',
    what: '{topic} has {found} partitions; KURZ_KAFKA_PARTITIONS asks for {wanted}.',
    todo: 'Run `kurz topics`.',
  },
  kafka_partition_gone: {
    part: 'kafka',
    severity: 'fault',
    what: 'Visits were counted from partition {partition} of {topic}, which does not exist any more. No day becomes final.',
    todo: 'See the runbook, "The topic was made anew".',
  },
  kafka_partition_without_leader: {
    part: 'kafka',
    severity: 'fault',
    what: '{partitions} partitions of {topic} have no leader, so their visits wait.',
    todo: 'Bring back the brokers that hold them.',
  },
  kafka_under_replicated: {
    part: 'kafka',
    severity: 'warning',
    what: '{partitions} partitions of {topic} are under-replicated.',
    todo: 'Bring back the missing broker, or replace it.',
  },
  kafka_few_copies: {
    part: 'kafka',
    severity: 'fault',
    what: '{topic} has {found} replicas; KURZ_KAFKA_REPLICATION asks for {wanted}. When a broker is lost, visits can be lost.',
    todo: 'Reassign its partitions to more brokers, or set KURZ_KAFKA_REPLICATION to the number that you want.',
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
    what: 'Kafka deletes committed offsets after {minutes} minutes. A journal or ingester that is down for longer must be resumed by hand.',
    todo: 'Set offsets.retention.minutes=43200 on the brokers.',
  },
  kafka_forgets_transactional_ids: {
    part: 'kafka',
    severity: 'warning',
    what: 'Kafka expires transactional IDs after {ms} ms.',
    todo: 'Set transactional.id.expiration.ms=2147483647 on the brokers.',
  },
  kafka_transactions_too_short: {
    part: 'kafka',
    severity: 'fault',
    what: 'Kafka allows transactions of at most {ms} ms. Redirectors ask for {wanted} ms, so no visits are shipped.',
    todo: 'Set transaction.max.timeout.ms=900000 on the brokers.',
  },
  kafka_few_copies_of_offsets: {
    part: 'kafka',
    severity: 'warning',
    what: 'The brokers have {setting}={found}, but the click stream should have {wanted} replicas. When a broker is lost, counting stops.',
    todo: 'Set it to {wanted}, and reassign the partitions of the topic that it configures.',
  },
  kafka_makes_topics: {
    part: 'kafka',
    severity: 'warning',
    what: 'Kafka creates topics automatically, so a misspelt KURZ_KAFKA_TOPIC goes unnoticed.',
    todo: 'Set auto.create.topics.enable=false on the brokers.',
  },
  ingester_absent: {
    part: 'kafka',
    severity: 'fault',
    what: 'No ingester is in the consumer group {group}, so the group counts nothing.',
    todo: 'Start an ingester with the same KURZ_KAFKA_BROKERS and KURZ_KAFKA_TOPIC.',
  },
  ingester_lags: {
    part: 'kafka',
    severity: 'fault',
    what: '{group} has not read {messages} messages that are more than ten minutes old. A message holds hundreds of visits.',
    todo: 'Start more ingesters, or check whether a store holds them up. See the runbook, "The counts fall behind".',
  },
  stream_position_lost: {
    part: 'kafka',
    severity: 'fault',
    what: '{group} has no committed offset in a partition that holds visits, although PostgreSQL has recorded one.',
    todo: 'See the runbook, "The position in the click stream is lost".',
  },
  journal_silent: {
    part: 'kafka',
    severity: 'fault',
    what: 'The journal {journal} has shipped nothing for {seconds} s.',
    todo: 'Start its redirector, or run `kurz journal drain` on its volume. If the volume is lost, see the runbook, "A journal holds up final counts".',
  },
} as const satisfies Record<string, CatalogueEntry>;
