// The environment's variables as the ingester's process knows them: names, types, bounds and defaults.

import { existsSync } from 'node:fs';
import type { SaslMechanism } from '@kurz/click-stream';
import { judgePostgresUrl } from '@kurz/database';
import { readSettings, type LogLevel } from '@kurz/process';

export type ProcessVariables = {
  KURZ_LOG_LEVEL: LogLevel;
  KURZ_OPS_HOST: string;
  KURZ_OPS_PORT: number;
  KURZ_PRE_STOP_MS: number;
  KURZ_POSTGRES_URL: string;
  KURZ_POSTGRES_CONNECTIONS: number;
  KURZ_REDIS_URL: string;
  KURZ_CLICKHOUSE_URL: string;
  KURZ_CLICKHOUSE_DATABASE: string;
  /** The cluster whose tables are replicated; none: a single node. */
  KURZ_CLICKHOUSE_CLUSTER?: string;
  KURZ_KAFKA_BROKERS: string;
  KURZ_KAFKA_SSL: boolean;
  KURZ_KAFKA_USERNAME?: string;
  KURZ_KAFKA_PASSWORD?: string;
  KURZ_KAFKA_MECHANISM: SaslMechanism;
  KURZ_KAFKA_TOPIC: string;
  KURZ_KAFKA_DEAD_TOPIC: string;
  KURZ_KAFKA_SESSION_MS: number;
  KURZ_GATHER_MS: number;
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
        KURZ_LOG_LEVEL: {
          type: 'string',
          enum: ['debug', 'info', 'warn', 'error', 'silent'],
          default: 'info',
        },
        KURZ_OPS_HOST: { type: 'string', default: '0.0.0.0' },
        KURZ_OPS_PORT: { type: 'integer', minimum: 0, maximum: 65_535, default: 9102 },
        KURZ_PRE_STOP_MS: { type: 'integer', minimum: 0, maximum: 60_000, default: 0 },
        KURZ_POSTGRES_URL: { type: 'string' },
        KURZ_POSTGRES_CONNECTIONS: { type: 'integer', minimum: 4, maximum: 1_000, default: 8 },
        KURZ_REDIS_URL: { type: 'string', pattern: '^rediss?://' },
        KURZ_CLICKHOUSE_URL: { type: 'string', pattern: '^https?://' },
        KURZ_CLICKHOUSE_DATABASE: {
          type: 'string',
          pattern: '^[A-Za-z_][A-Za-z0-9_]{0,63}$',
          default: 'kurz',
        },
        KURZ_CLICKHOUSE_CLUSTER: { type: 'string', nullable: true, pattern: '^[A-Za-z0-9_.{}-]+$' },
        KURZ_KAFKA_BROKERS: { type: 'string', pattern: '^[^,\\s]+:\\d+(,[^,\\s]+:\\d+)*$' },
        KURZ_KAFKA_SSL: { type: 'boolean', default: false },
        KURZ_KAFKA_USERNAME: { type: 'string', nullable: true },
        KURZ_KAFKA_PASSWORD: { type: 'string', nullable: true },
        KURZ_KAFKA_MECHANISM: {
          type: 'string',
          enum: ['plain', 'scram-sha-256', 'scram-sha-512'],
          default: 'scram-sha-512',
        },
        KURZ_KAFKA_TOPIC: { type: 'string', default: 'kurz.clicks' },
        KURZ_KAFKA_DEAD_TOPIC: { type: 'string', default: 'kurz.clicks.dead' },
        // brokers take 6 s to 5 min unless told
        KURZ_KAFKA_SESSION_MS: { type: 'integer', minimum: 6_000, maximum: 300_000, default: 30_000 },
        KURZ_GATHER_MS: { type: 'integer', minimum: 0, maximum: 300_000, default: 10_000 },
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
      KURZ_GEO_DB: (file) => (existsSync(file) ? [] : [`${file}: there is no such file`]),
    },
  );
}
