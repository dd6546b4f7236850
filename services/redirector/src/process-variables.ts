// The environment's variables as the redirector's process knows them: names, types, bounds and defaults.

import type { SaslMechanism } from '@kurz/click-stream';
import { judgePostgresUrl } from '@kurz/database';
import { readSettings, type LogLevel } from '@kurz/process';

export type ProcessVariables = {
  KURZ_LOG_LEVEL: LogLevel;
  KURZ_OPS_HOST: string;
  KURZ_OPS_PORT: number;
  KURZ_PRE_STOP_MS: number;
  KURZ_HOST: string;
  KURZ_PORT: number;
  KURZ_WORKERS: number;
  KURZ_NODE_NAME?: string;
  KURZ_JOURNAL_DIR: string;
  KURZ_JOURNAL_MAX_BYTES: number;
  KURZ_FSYNC_MS: number;
  KURZ_SHIP_VISITS_PER_SECOND: number;
  KURZ_TRUSTED_PROXIES: number;
  KURZ_NEAR_CACHE_BYTES: number;
  KURZ_LEAN_LANE: boolean;
  KURZ_POSTGRES_URL: string;
  KURZ_POSTGRES_CONNECTIONS: number;
  KURZ_REDIS_URL: string;
  KURZ_KAFKA_BROKERS: string;
  KURZ_KAFKA_SSL: boolean;
  KURZ_KAFKA_USERNAME?: string;
  KURZ_KAFKA_PASSWORD?: string;
  KURZ_KAFKA_MECHANISM: SaslMechanism;
  KURZ_KAFKA_TOPIC: string;
};

const MIB = 1024 ** 2;

/** @throws SettingsError with every fault. */
export function readProcessVariables(environment: Record<string, string | undefined>) {
  return readSettings<ProcessVariables>(
    {
      type: 'object',
      required: ['KURZ_JOURNAL_DIR', 'KURZ_POSTGRES_URL', 'KURZ_REDIS_URL', 'KURZ_KAFKA_BROKERS'],
      properties: {
        KURZ_LOG_LEVEL: {
          type: 'string',
          enum: ['debug', 'info', 'warn', 'error', 'silent'],
          default: 'info',
        },
        KURZ_OPS_HOST: { type: 'string', default: '0.0.0.0' },
        KURZ_OPS_PORT: { type: 'integer', minimum: 1, maximum: 65_535, default: 9101 },
        KURZ_PRE_STOP_MS: { type: 'integer', minimum: 0, maximum: 60_000, default: 1_000 },
        KURZ_HOST: { type: 'string', default: '0.0.0.0' },
        KURZ_PORT: { type: 'integer', minimum: 1, maximum: 65_535, default: 8080 },
        KURZ_WORKERS: { type: 'integer', minimum: 1, maximum: 128, default: 1 },
        KURZ_NODE_NAME: { type: 'string', pattern: '^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$', nullable: true },
        KURZ_JOURNAL_DIR: { type: 'string' },
        KURZ_JOURNAL_MAX_BYTES: { type: 'integer', minimum: MIB, default: 10 * 1024 * MIB },
        KURZ_FSYNC_MS: { type: 'integer', minimum: 0, maximum: 60_000, default: 1_000 },
        // more than a core can answer, and so little that visitors do not feel it: docs/performance.md
        KURZ_SHIP_VISITS_PER_SECOND: { type: 'integer', minimum: 1_000, default: 120_000 },
        KURZ_TRUSTED_PROXIES: { type: 'integer', minimum: 0, maximum: 10, default: 0 },
        KURZ_NEAR_CACHE_BYTES: { type: 'integer', minimum: 0, default: 64 * MIB },
        KURZ_LEAN_LANE: { type: 'boolean', default: true },
        KURZ_POSTGRES_URL: { type: 'string' },
        KURZ_POSTGRES_CONNECTIONS: { type: 'integer', minimum: 1, maximum: 1_000, default: 10 },
        KURZ_REDIS_URL: { type: 'string', pattern: '^rediss?://' },
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
      },
    },
    environment,
    {
      KURZ_POSTGRES_URL: judgePostgresUrl,
    },
  );
}
