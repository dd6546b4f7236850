// What the admin command's environment says of servers of its own: PostgreSQL, Redis, ClickHouse and Kafka. Without
// KURZ_POSTGRES_URL the command works on the embedded product's data folder.

import type { ClickHouseOptions } from '@kurz/click-tables';
import type { KafkaOptions, SaslMechanism, TopicSettings } from '@kurz/click-stream';
import { databaseOptionsOf, type DatabaseOptions } from '@kurz/database';
import { readSettings } from '@kurz/process';

type Environment = Record<string, string | undefined>;

type Variables = {
  KURZ_POSTGRES_URL?: string;
  KURZ_REDIS_URL?: string;
  KURZ_TOKEN_PEPPER?: string;
  KURZ_CLICKHOUSE_URL?: string;
  KURZ_CLICKHOUSE_DATABASE: string;
  KURZ_CLICKHOUSE_CLUSTER?: string;
  KURZ_KAFKA_BROKERS?: string;
  KURZ_KAFKA_SSL: boolean;
  KURZ_KAFKA_USERNAME?: string;
  KURZ_KAFKA_PASSWORD?: string;
  KURZ_KAFKA_MECHANISM: SaslMechanism;
  KURZ_KAFKA_TOPIC: string;
  KURZ_KAFKA_DEAD_TOPIC: string;
  KURZ_KAFKA_PARTITIONS: number;
  KURZ_KAFKA_REPLICATION: number;
  KURZ_KAFKA_RETENTION_MS: number;
};

export type AdminSettings = {
  postgres?: DatabaseOptions;
  redisUrl?: string;
  tokenPepper?: string;
  clickHouse?: Extract<ClickHouseOptions, { kind: 'server' }>;
  kafka?: KafkaOptions;
  topics: TopicSettings;
};

/** A table of a big cluster is not made in the time of a query. */
const CLICKHOUSE_MS = 120_000;
const WEEK_MS = 7 * 86_400_000;

const text = { type: 'string', nullable: true } as const;
const topicName = { type: 'string', pattern: '^[A-Za-z0-9._-]{1,249}$' } as const;

const SCHEMA = {
  type: 'object',
  required: [],
  properties: {
    KURZ_POSTGRES_URL: text,
    KURZ_REDIS_URL: { ...text, pattern: '^rediss?://' },
    KURZ_TOKEN_PEPPER: { ...text, minLength: 32 },
    KURZ_CLICKHOUSE_URL: { ...text, pattern: '^https?://' },
    KURZ_CLICKHOUSE_DATABASE: { type: 'string', pattern: '^[A-Za-z_][A-Za-z0-9_]{0,63}$', default: 'kurz' },
    KURZ_CLICKHOUSE_CLUSTER: { ...text, pattern: '^[A-Za-z0-9_.{}-]+$' },
    KURZ_KAFKA_BROKERS: { ...text, pattern: '^[^,\\s]+:\\d+(,[^,\\s]+:\\d+)*$' },
    KURZ_KAFKA_SSL: { type: 'boolean', default: false },
    KURZ_KAFKA_USERNAME: text,
    KURZ_KAFKA_PASSWORD: text,
    KURZ_KAFKA_MECHANISM: {
      type: 'string',
      enum: ['plain', 'scram-sha-256', 'scram-sha-512'],
      default: 'scram-sha-512',
    },
    KURZ_KAFKA_TOPIC: { ...topicName, default: 'kurz.clicks' },
    KURZ_KAFKA_DEAD_TOPIC: { ...topicName, default: 'kurz.clicks.dead' },
    KURZ_KAFKA_PARTITIONS: { type: 'integer', minimum: 1, maximum: 10_000, default: 12 },
    KURZ_KAFKA_REPLICATION: { type: 'integer', minimum: 1, maximum: 15, default: 3 },
    KURZ_KAFKA_RETENTION_MS: { type: 'integer', minimum: 3_600_000, default: WEEK_MS },
  },
} as const;

function postgresFault(url: string): string[] {
  const outcome = databaseOptionsOf(url);
  return outcome.kind === 'faulty' ? [outcome.fault] : [];
}

function postgresOf(url: string | undefined): DatabaseOptions | undefined {
  const outcome = url === undefined ? undefined : databaseOptionsOf(url);
  return outcome?.kind === 'options' ? outcome.options : undefined;
}

function clickHouseOf(variables: Variables): AdminSettings['clickHouse'] {
  if (variables.KURZ_CLICKHOUSE_URL === undefined) return undefined;
  return {
    kind: 'server',
    url: variables.KURZ_CLICKHOUSE_URL,
    database: variables.KURZ_CLICKHOUSE_DATABASE,
    cluster: variables.KURZ_CLICKHOUSE_CLUSTER,
    requestTimeoutMs: CLICKHOUSE_MS,
  };
}

function kafkaOf(variables: Variables): KafkaOptions | undefined {
  if (variables.KURZ_KAFKA_BROKERS === undefined) return undefined;
  return {
    brokers: variables.KURZ_KAFKA_BROKERS.split(','),
    ssl: variables.KURZ_KAFKA_SSL,
    username: variables.KURZ_KAFKA_USERNAME,
    password: variables.KURZ_KAFKA_PASSWORD,
    mechanism: variables.KURZ_KAFKA_MECHANISM,
    clientId: 'kurz-admin',
  };
}

/** @throws SettingsError with every fault. */
export function readAdminSettings(environment: Environment): AdminSettings {
  const variables = readSettings<Variables>(SCHEMA, environment, { KURZ_POSTGRES_URL: postgresFault });
  return Object.freeze({
    postgres: postgresOf(variables.KURZ_POSTGRES_URL),
    redisUrl: variables.KURZ_REDIS_URL,
    tokenPepper: variables.KURZ_TOKEN_PEPPER,
    clickHouse: clickHouseOf(variables),
    kafka: kafkaOf(variables),
    topics: {
      topic: variables.KURZ_KAFKA_TOPIC,
      deadTopic: variables.KURZ_KAFKA_DEAD_TOPIC,
      partitions: variables.KURZ_KAFKA_PARTITIONS,
      replication: variables.KURZ_KAFKA_REPLICATION,
      retentionMs: variables.KURZ_KAFKA_RETENTION_MS,
    },
  });
}
