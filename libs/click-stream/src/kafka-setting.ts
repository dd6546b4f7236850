// The settings KURZ_KAFKA_…, as every program reads them. An entry of its own: reading settings does not load the
// client, which the redirector's answering thread never uses.

import { isLoopback } from '@kurz/process';
import type { KafkaOptions, SaslMechanism } from './kafka/kafka-options';

export type KafkaVariables = {
  /** Default: TLS unless every broker is on this machine. */
  KURZ_KAFKA_SSL?: boolean;
  KURZ_KAFKA_USERNAME?: string;
  KURZ_KAFKA_PASSWORD?: string;
  KURZ_KAFKA_MECHANISM: SaslMechanism;
  KURZ_KAFKA_TOPIC: string;
};

/** `host:port`, separated by commas. */
export const KAFKA_BROKERS = { type: 'string', pattern: '^[^,\\s]+:\\d+(,[^,\\s]+:\\d+)*$' } as const;

/** What Kafka takes as a topic's name. */
export const KAFKA_TOPIC_NAME = { type: 'string', pattern: '^[A-Za-z0-9._-]{1,249}$' } as const;

/** Properties for the schema of `readSettings`; the brokers apart, which not every program needs. */
export const KAFKA_PROPERTIES = {
  KURZ_KAFKA_SSL: { type: 'boolean', nullable: true },
  KURZ_KAFKA_USERNAME: { type: 'string', nullable: true },
  KURZ_KAFKA_PASSWORD: { type: 'string', nullable: true },
  KURZ_KAFKA_MECHANISM: {
    type: 'string',
    enum: ['plain', 'scram-sha-256', 'scram-sha-512'],
    default: 'scram-sha-512',
  },
  KURZ_KAFKA_TOPIC: { ...KAFKA_TOPIC_NAME, default: 'kurz.clicks' },
} as const;

const hostOf = (broker: string) => broker.replace(/:\d+$/, '').replace(/^\[(.*)\]$/, '$1');

/** `brokers`: `KURZ_KAFKA_BROKERS`. */
export const kafkaOf = (brokers: string, variables: KafkaVariables): Omit<KafkaOptions, 'clientId'> => ({
  brokers: brokers.split(','),
  ssl: variables.KURZ_KAFKA_SSL ?? !brokers.split(',').every((broker) => isLoopback(hostOf(broker))),
  username: variables.KURZ_KAFKA_USERNAME,
  password: variables.KURZ_KAFKA_PASSWORD,
  mechanism: variables.KURZ_KAFKA_MECHANISM,
});
