// The admin command's settings: where its installation lies, which is on servers when KURZ_POSTGRES_URL names one, and
// in the embedded product's data folder without.

import path from 'node:path';
import { judgeAppUrl, readPlanTable, type PlanTable } from '@kurz/api';
import type { KafkaOptions, TopicSettings } from '@kurz/click-stream';
import {
  CLICKHOUSE_PROPERTIES,
  CLICKHOUSE_URL,
  clickHouseOf,
  judgeClickHouseUrl,
  type ClickHouseServer,
  type ClickHouseVariables,
} from '@kurz/click-tables';
import {
  KAFKA_BROKERS,
  KAFKA_PROPERTIES,
  KAFKA_TOPIC_NAME,
  kafkaOf,
  type KafkaVariables,
} from '@kurz/click-stream/kafka-setting';
import { databaseOptionsOf, judgePostgresUrl, type DatabaseOptions } from '@kurz/database';
import {
  LOG_LEVEL,
  PRIVATE_NETWORK,
  readSettings,
  type LogLevel,
  type PrivateNetworkVariables,
} from '@kurz/process';
import { judgeRedisUrl, REDIS_URL } from '@kurz/redis';
import {
  STORE_USER_JUDGES,
  STORE_USER_PROPERTIES,
  storeUsersOf,
  type StoreUser,
  type StoreUserVariables,
} from '../stores/store-users';

type Environment = Record<string, string | undefined>;

type Variables = KafkaVariables &
  PrivateNetworkVariables &
  ClickHouseVariables &
  StoreUserVariables & {
    KURZ_DATA_DIR: string;
    KURZ_LOG_LEVEL: LogLevel;
    KURZ_PLANS?: string;
    KURZ_POSTGRES_URL?: string;
    KURZ_REDIS_URL?: string;
    KURZ_TOKEN_PEPPER?: string;
    KURZ_APP_URL?: string;
    KURZ_CLICKHOUSE_URL?: string;
    KURZ_KAFKA_BROKERS?: string;
    KURZ_KAFKA_DEAD_TOPIC: string;
    KURZ_KAFKA_PARTITIONS: number;
    KURZ_KAFKA_REPLICATION: number;
    KURZ_KAFKA_RETENTION_MS: number;
  };

export type AdminSettings = {
  /** The embedded product's; on servers, where imported visits wait for Kafka. */
  dataDirectory: string;
  logLevel: LogLevel;
  /** The operator's plans in the place of those that come along. */
  plans?: PlanTable;
  postgres?: DatabaseOptions;
  redisUrl?: string;
  tokenPepper?: string;
  /** What addresses of the web app begin with, without a slash at the end. */
  appUrl?: string;
  clickHouse?: ClickHouseServer;
  kafka?: KafkaOptions;
  topics: TopicSettings;
  /** Users of the services in the stores, which `migrate` makes. */
  storeUsers: readonly StoreUser[];
};

/** A table of a big cluster is not made in the time of a query. */
const CLICKHOUSE_MS = 120_000;
const WEEK_MS = 7 * 86_400_000;

const CHECKOUT = path.resolve(__dirname, '..', '..', '..', '..');

const text = { type: 'string', nullable: true } as const;

const SCHEMA = {
  type: 'object',
  required: [],
  properties: {
    KURZ_DATA_DIR: { type: 'string', default: './data' },
    KURZ_LOG_LEVEL: { ...LOG_LEVEL, default: 'warn' },
    KURZ_PLANS: text,
    KURZ_POSTGRES_URL: text,
    KURZ_REDIS_URL: { ...REDIS_URL, nullable: true },
    KURZ_PRIVATE_NETWORK: PRIVATE_NETWORK,
    KURZ_TOKEN_PEPPER: { ...text, minLength: 32 },
    KURZ_APP_URL: text,
    KURZ_CLICKHOUSE_URL: { ...CLICKHOUSE_URL, nullable: true },
    ...CLICKHOUSE_PROPERTIES,
    KURZ_KAFKA_BROKERS: { ...KAFKA_BROKERS, nullable: true },
    ...KAFKA_PROPERTIES,
    KURZ_KAFKA_DEAD_TOPIC: { ...KAFKA_TOPIC_NAME, default: 'kurz.clicks.dead' },
    KURZ_KAFKA_PARTITIONS: { type: 'integer', minimum: 1, maximum: 10_000, default: 12 },
    KURZ_KAFKA_REPLICATION: { type: 'integer', minimum: 1, maximum: 15, default: 3 },
    KURZ_KAFKA_RETENTION_MS: { type: 'integer', minimum: 3_600_000, default: WEEK_MS },
    ...STORE_USER_PROPERTIES,
  },
} as const;

function postgresOf(url: string | undefined): DatabaseOptions | undefined {
  const outcome = url === undefined ? undefined : databaseOptionsOf(url);
  return outcome?.kind === 'options' ? outcome.options : undefined;
}

function judgePlans(file: string): readonly string[] {
  const outcome = readPlanTable(path.resolve(CHECKOUT, file));
  return outcome.kind === 'plans' ? [] : outcome.faults;
}

function plansOf(file: string | undefined): PlanTable | undefined {
  const outcome = file === undefined ? undefined : readPlanTable(path.resolve(CHECKOUT, file));
  return outcome?.kind === 'plans' ? outcome.plans : undefined;
}

/**
 * Relative paths count from the checkout.
 * @throws SettingsError with every fault.
 */
export function readAdminSettings(environment: Environment): AdminSettings {
  const variables = readSettings<Variables>(SCHEMA, environment, {
    KURZ_PLANS: judgePlans,
    KURZ_APP_URL: judgeAppUrl,
    KURZ_POSTGRES_URL: judgePostgresUrl,
    KURZ_REDIS_URL: judgeRedisUrl,
    KURZ_CLICKHOUSE_URL: judgeClickHouseUrl,
    ...STORE_USER_JUDGES,
  });
  const { KURZ_CLICKHOUSE_URL: clickHouse, KURZ_KAFKA_BROKERS: brokers } = variables;
  return Object.freeze({
    dataDirectory: path.resolve(CHECKOUT, variables.KURZ_DATA_DIR),
    logLevel: variables.KURZ_LOG_LEVEL,
    plans: plansOf(variables.KURZ_PLANS),
    postgres: postgresOf(variables.KURZ_POSTGRES_URL),
    redisUrl: variables.KURZ_REDIS_URL,
    tokenPepper: variables.KURZ_TOKEN_PEPPER,
    appUrl: variables.KURZ_APP_URL?.replace(/\/+$/, ''),
    clickHouse: clickHouse === undefined ? undefined : clickHouseOf(clickHouse, variables, CLICKHOUSE_MS),
    kafka: brokers === undefined ? undefined : { ...kafkaOf(brokers, variables), clientId: 'kurz-admin' },
    topics: {
      topic: variables.KURZ_KAFKA_TOPIC,
      deadTopic: variables.KURZ_KAFKA_DEAD_TOPIC,
      partitions: variables.KURZ_KAFKA_PARTITIONS,
      replication: variables.KURZ_KAFKA_REPLICATION,
      retentionMs: variables.KURZ_KAFKA_RETENTION_MS,
    },
    storeUsers: storeUsersOf(variables),
  });
}
