// The settings KURZ_KAFKA_…, as every program reads them. A separate entry point: reading settings does not load
// the client, which the redirector's answering thread never uses.

import { isLoopback, type SettingsOf, type SettingsProperties, type SettingsValidator } from '@kurz/process';
import type { KafkaOptions } from './kafka/kafka-options';
import { canUsePlatformatic, OLDEST_NODE } from './platformatic/can-use-platformatic';

/** `host:port`, separated by commas. */
export const KAFKA_BROKERS = { type: 'string', pattern: '^[^,\\s]+:\\d+(,[^,\\s]+:\\d+)*$' } as const;

/** A topic's name that Kafka accepts. */
export const KAFKA_TOPIC_NAME = { type: 'string', pattern: '^[A-Za-z0-9._-]{1,249}$' } as const;

/** The topic for messages and lines that cannot be read. */
export const KAFKA_DEAD_TOPIC = { ...KAFKA_TOPIC_NAME, default: 'kurz.clicks.dead' } as const;

const validateClient = (client: string) =>
  client === 'platformatic' && !canUsePlatformatic() ? [`${client} needs Node ${OLDEST_NODE} or newer`] : [];

/** A name without a password is refused by every broker; a password alone would not be sent at all. */
const validateBeside =
  (other: string): SettingsValidator =>
  (_, all) =>
    all[other] === undefined ? [`is set without ${other}`] : [];

/** Properties for `readSettings`, without the brokers, which not every program needs. */
export const KAFKA_PROPERTIES = {
  // default: TLS unless every broker is on this machine
  KURZ_KAFKA_SSL: { type: 'boolean', optional: true },
  KURZ_KAFKA_USERNAME: { type: 'string', optional: true, validate: validateBeside('KURZ_KAFKA_PASSWORD') },
  KURZ_KAFKA_PASSWORD: { type: 'string', optional: true, validate: validateBeside('KURZ_KAFKA_USERNAME') },
  KURZ_KAFKA_MECHANISM: {
    type: 'string',
    enum: ['plain', 'scram-sha-256', 'scram-sha-512'],
    default: 'scram-sha-512',
  },
  KURZ_KAFKA_CLIENT: {
    type: 'string',
    enum: ['kafkajs', 'platformatic'],
    default: 'kafkajs',
    validate: validateClient,
  },
  KURZ_KAFKA_TOPIC: { ...KAFKA_TOPIC_NAME, default: 'kurz.clicks' },
} as const satisfies SettingsProperties;

const hostOf = (broker: string) => broker.replace(/:\d+$/, '').replace(/^\[(.*)\]$/, '$1');

/** `brokers`: `KURZ_KAFKA_BROKERS`. */
export const kafkaOf = (
  brokers: string,
  variables: SettingsOf<typeof KAFKA_PROPERTIES>,
): Omit<KafkaOptions, 'clientId'> => ({
  brokers: brokers.split(','),
  ssl: variables.KURZ_KAFKA_SSL ?? !brokers.split(',').every((broker) => isLoopback(hostOf(broker))),
  username: variables.KURZ_KAFKA_USERNAME,
  password: variables.KURZ_KAFKA_PASSWORD,
  mechanism: variables.KURZ_KAFKA_MECHANISM,
  client: variables.KURZ_KAFKA_CLIENT,
});
