// The ingester's settings: names, types, bounds and defaults of its environment's variables, and what follows from
// them.

import { KAFKA_BROKERS, KAFKA_DEAD_TOPIC, KAFKA_PROPERTIES, kafkaOf } from '@kurz/click-stream/kafka-setting';
import { CLICKHOUSE_PROPERTIES, REQUIRED_CLICKHOUSE_URL, requiredClickHousesOf } from '@kurz/click-tables';
import { postgresOf, postgresProperties } from '@kurz/database';
import {
  DAY_MS,
  validateFile,
  operationsOf,
  operationsProperties,
  PRIVATE_NETWORK,
  readSettings,
  type SettingsProperties,
} from '@kurz/process';
import { REDIS_URL } from '@kurz/redis';

const PROPERTIES = {
  ...operationsProperties({ opsPort: 9102, preStopMs: 0 }),
  ...postgresProperties({ minimum: 4, default: 8 }),
  KURZ_REDIS_URL: REDIS_URL,
  KURZ_PRIVATE_NETWORK: PRIVATE_NETWORK,
  KURZ_CLICKHOUSE_URL: REQUIRED_CLICKHOUSE_URL,
  ...CLICKHOUSE_PROPERTIES,
  KURZ_KAFKA_BROKERS: KAFKA_BROKERS,
  ...KAFKA_PROPERTIES,
  KURZ_KAFKA_DEAD_TOPIC: KAFKA_DEAD_TOPIC,
  // brokers accept 6 s to 5 min by default
  KURZ_KAFKA_SESSION_MS: { type: 'integer', minimum: 6_000, maximum: 300_000, default: 30_000 },
  KURZ_LINGER_MS: {
    type: 'integer',
    minimum: 0,
    maximum: 300_000,
    default: 10_000,
    formerly: 'KURZ_GATHER_MS',
  },
  KURZ_MAX_VISITS: { type: 'integer', minimum: 1, maximum: 100_000, default: 100_000 },
  KURZ_FINAL_AFTER_MS: { type: 'integer', minimum: 1_000, maximum: 86_400_000, default: 900_000 },
  KURZ_JOURNAL_GONE_MS: { type: 'integer', minimum: 300_000, maximum: 30 * DAY_MS, default: DAY_MS },
  KURZ_SHARD_PATIENCE_MS: { type: 'integer', minimum: 0, maximum: DAY_MS, default: 15_000 },
  KURZ_RESUME_FROM_PROGRESS: { type: 'boolean', default: false },
  KURZ_GEO_DB: { type: 'string', optional: true, validate: validateFile('.') },
} as const satisfies SettingsProperties;

/** A request to a frozen ClickHouse, or an insert of a process that was frozen, ends with its socket after this. */
const CLICKHOUSE_MS = 30_000;

export type ProcessSettings = ReturnType<typeof readProcessSettings>;

/** @throws SettingsError with every fault. */
export function readProcessSettings(environment: Record<string, string | undefined>) {
  const variables = readSettings(PROPERTIES, environment);
  return Object.freeze({
    ...operationsOf(variables),
    postgres: postgresOf(variables),
    redisUrl: variables.KURZ_REDIS_URL,
    clickHouses: requiredClickHousesOf(variables, CLICKHOUSE_MS),
    kafka: { ...kafkaOf(variables.KURZ_KAFKA_BROKERS, variables), clientId: 'kurz-ingester' },
    /** An mmdb file that replaces the bundled country data. */
    geoFile: variables.KURZ_GEO_DB,
    ingester: {
      topic: variables.KURZ_KAFKA_TOPIC,
      deadTopic: variables.KURZ_KAFKA_DEAD_TOPIC,
      lingerMs: variables.KURZ_LINGER_MS,
      maxVisits: variables.KURZ_MAX_VISITS,
      sessionTimeoutMs: variables.KURZ_KAFKA_SESSION_MS,
      finalAfterMs: variables.KURZ_FINAL_AFTER_MS,
      journalGoneMs: variables.KURZ_JOURNAL_GONE_MS,
      shardPatienceMs: variables.KURZ_SHARD_PATIENCE_MS,
      resumeFromProgress: variables.KURZ_RESUME_FROM_PROGRESS,
    },
  });
}
