// The admin command's settings, which say where its installation is: on servers when KURZ_POSTGRES_URL is set, else in
// the embedded product's data folder.

import path from 'node:path';
import {
  appUrlOf,
  DOMAIN_CHECK_PROPERTIES,
  domainCheckOf,
  mailProperties,
  OUTBOUND_PROPERTIES,
  outboundOf,
  plansOf,
  plansProperty,
} from '@kurz/api';
import { KAFKA_BROKERS, KAFKA_DEAD_TOPIC, KAFKA_PROPERTIES, kafkaOf } from '@kurz/click-stream/kafka-setting';
import { CLICKHOUSE_PROPERTIES, CLICKHOUSE_URL, clickHousesOf } from '@kurz/click-tables';
import { databaseOptionsOf, POSTGRES_URL, type DatabaseOptions } from '@kurz/database';
import { DAY_MS, LOG_LEVEL, PRIVATE_NETWORK, readSettings, type SettingsProperties } from '@kurz/process';
import { REDIS_URL } from '@kurz/redis';
import { STORE_USER_PROPERTIES, storeUsersOf } from '../stores/store-users';

/** Creating a table on a big cluster takes longer than a query may. */
const CLICKHOUSE_MS = 120_000;
const WEEK_MS = 7 * DAY_MS;

const CHECKOUT = path.resolve(__dirname, '..', '..', '..', '..');

const PROPERTIES = {
  KURZ_DATA_DIR: { type: 'string', default: './data' },
  KURZ_LOG_LEVEL: { ...LOG_LEVEL, default: 'warn' },
  KURZ_PLANS: plansProperty(CHECKOUT),
  KURZ_POSTGRES_URL: { ...POSTGRES_URL, optional: true },
  KURZ_REDIS_URL: { ...REDIS_URL, optional: true },
  KURZ_PRIVATE_NETWORK: PRIVATE_NETWORK,
  KURZ_TOKEN_PEPPER: { type: 'string', optional: true, minLength: 32 },
  ...mailProperties([]),
  ...OUTBOUND_PROPERTIES,
  ...DOMAIN_CHECK_PROPERTIES,
  KURZ_CLICKHOUSE_URL: { ...CLICKHOUSE_URL, optional: true },
  ...CLICKHOUSE_PROPERTIES,
  KURZ_KAFKA_BROKERS: { ...KAFKA_BROKERS, optional: true },
  ...KAFKA_PROPERTIES,
  KURZ_KAFKA_DEAD_TOPIC: KAFKA_DEAD_TOPIC,
  KURZ_KAFKA_PARTITIONS: { type: 'integer', minimum: 1, maximum: 10_000, default: 12 },
  KURZ_KAFKA_REPLICATION: { type: 'integer', minimum: 1, maximum: 15, default: 3 },
  KURZ_KAFKA_RETENTION_MS: { type: 'integer', minimum: 3_600_000, default: WEEK_MS },
  ...STORE_USER_PROPERTIES,
} as const satisfies SettingsProperties;

function postgresOf(url: string | undefined): DatabaseOptions | undefined {
  const outcome = url === undefined ? undefined : databaseOptionsOf(url);
  return outcome?.kind === 'options' ? outcome.options : undefined;
}

export type AdminSettings = ReturnType<typeof readAdminSettings>;

/**
 * Relative paths count from the checkout.
 * @throws SettingsError with every fault.
 */
export function readAdminSettings(environment: Record<string, string | undefined>) {
  const variables = readSettings(PROPERTIES, environment);
  const { KURZ_KAFKA_BROKERS: brokers, KURZ_APP_URL: appUrl } = variables;
  return Object.freeze({
    /** The embedded product's data folder; on servers, the folder where imported visits wait for Kafka. */
    dataDirectory: path.resolve(CHECKOUT, variables.KURZ_DATA_DIR),
    logLevel: variables.KURZ_LOG_LEVEL,
    /** The operator's plans, which replace the built-in plans. */
    plans: plansOf(variables.KURZ_PLANS, CHECKOUT),
    postgres: postgresOf(variables.KURZ_POSTGRES_URL),
    redisUrl: variables.KURZ_REDIS_URL,
    tokenPepper: variables.KURZ_TOKEN_PEPPER,
    /** The base URL of the web app, without a trailing slash. */
    appUrl: appUrl === undefined ? undefined : appUrlOf(appUrl),
    /** Only for `doctor`: the API sends the mails. */
    smtpUrl: variables.KURZ_SMTP_URL,
    isNetworkPrivate: variables.KURZ_PRIVATE_NETWORK,
    /** For the requests of `zone check`. */
    domains: { ...outboundOf(variables), domainCheck: domainCheckOf(variables) },
    clickHouses: clickHousesOf(variables, CLICKHOUSE_MS),
    kafka: brokers === undefined ? undefined : { ...kafkaOf(brokers, variables), clientId: 'kurz-admin' },
    topics: {
      topic: variables.KURZ_KAFKA_TOPIC,
      deadTopic: variables.KURZ_KAFKA_DEAD_TOPIC,
      partitions: variables.KURZ_KAFKA_PARTITIONS,
      replication: variables.KURZ_KAFKA_REPLICATION,
      retentionMs: variables.KURZ_KAFKA_RETENTION_MS,
    },
    /** The services' users in the stores, which `migrate` makes. */
    storeUsers: storeUsersOf(variables),
  });
}
