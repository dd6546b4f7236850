// The environment's variables as the ingester's process knows them: names, types, bounds and defaults.

import { existsSync } from 'node:fs';
import {
  KAFKA_BROKERS,
  KAFKA_PROPERTIES,
  KAFKA_TOPIC_NAME,
  type KafkaVariables,
} from '@kurz/click-stream/kafka-setting';
import {
  CLICKHOUSE_PROPERTIES,
  CLICKHOUSE_URL,
  judgeClickHouseUrl,
  type ClickHouseVariables,
} from '@kurz/click-tables';
import { judgePostgresUrl } from '@kurz/database';
import {
  operationsProperties,
  PRIVATE_NETWORK,
  readSettings,
  type OperationsVariables,
  type PrivateNetworkVariables,
} from '@kurz/process';
import { judgeRedisUrl, REDIS_URL } from '@kurz/redis';

export type ProcessVariables = OperationsVariables &
  PrivateNetworkVariables &
  KafkaVariables &
  ClickHouseVariables & {
    KURZ_POSTGRES_URL: string;
    KURZ_POSTGRES_CONNECTIONS: number;
    KURZ_REDIS_URL: string;
    KURZ_CLICKHOUSE_URL: string;
    KURZ_KAFKA_BROKERS: string;
    KURZ_KAFKA_DEAD_TOPIC: string;
    KURZ_KAFKA_SESSION_MS: number;
    KURZ_LINGER_MS: number;
    KURZ_MAX_VISITS: number;
    KURZ_FINAL_AFTER_MS: number;
    KURZ_JOURNAL_GONE_MS: number;
    KURZ_RESUME_FROM_PROGRESS: boolean;
    KURZ_GEO_DB?: string;
  };

const DAY_MS = 86_400_000;

/** @throws SettingsError with every fault. */
export function readProcessVariables(environment: Record<string, string | undefined>) {
  return readSettings<ProcessVariables>(
    {
      type: 'object',
      required: ['KURZ_POSTGRES_URL', 'KURZ_REDIS_URL', 'KURZ_CLICKHOUSE_URL', 'KURZ_KAFKA_BROKERS'],
      properties: {
        ...operationsProperties({ opsPort: 9102, preStopMs: 0 }),
        KURZ_POSTGRES_URL: { type: 'string' },
        KURZ_POSTGRES_CONNECTIONS: { type: 'integer', minimum: 4, maximum: 1_000, default: 8 },
        KURZ_REDIS_URL: REDIS_URL,
        KURZ_PRIVATE_NETWORK: PRIVATE_NETWORK,
        KURZ_CLICKHOUSE_URL: CLICKHOUSE_URL,
        ...CLICKHOUSE_PROPERTIES,
        KURZ_KAFKA_BROKERS: KAFKA_BROKERS,
        ...KAFKA_PROPERTIES,
        KURZ_KAFKA_DEAD_TOPIC: { ...KAFKA_TOPIC_NAME, default: 'kurz.clicks.dead' },
        // brokers take 6 s to 5 min by default
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
        KURZ_JOURNAL_GONE_MS: {
          type: 'integer',
          minimum: 300_000,
          maximum: 30 * DAY_MS,
          default: DAY_MS,
        },
        KURZ_RESUME_FROM_PROGRESS: { type: 'boolean', default: false },
        KURZ_GEO_DB: { type: 'string', nullable: true },
      },
    },
    environment,
    {
      KURZ_POSTGRES_URL: judgePostgresUrl,
      KURZ_REDIS_URL: judgeRedisUrl,
      KURZ_CLICKHOUSE_URL: judgeClickHouseUrl,
      KURZ_GEO_DB: (file) => (existsSync(file) ? [] : [`${file}: there is no such file`]),
    },
  );
}
