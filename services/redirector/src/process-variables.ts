// The environment's variables as the redirector's process knows them: names, types, bounds and defaults.

import { KAFKA_BROKERS, KAFKA_PROPERTIES, type KafkaVariables } from '@kurz/click-stream/kafka-setting';
import { judgePostgresUrl } from '@kurz/database';
import {
  operationsProperties,
  PORT,
  PRIVATE_NETWORK,
  readSettings,
  type OperationsVariables,
  type PrivateNetworkVariables,
} from '@kurz/process';
import { judgeRedisUrl, REDIS_URL } from '@kurz/redis';

export type ProcessVariables = OperationsVariables &
  PrivateNetworkVariables &
  KafkaVariables & {
    KURZ_STOP_MS: number;
    KURZ_HOST: string;
    KURZ_PORT: number;
    KURZ_WORKERS: number;
    KURZ_NODE_NAME?: string;
    KURZ_JOURNAL_DIR: string;
    KURZ_JOURNAL_MAX_BYTES: number;
    KURZ_JOURNAL_ROLL_MS: number;
    KURZ_FSYNC_MS: number;
    KURZ_SHIP_VISITS_PER_SECOND: number;
    KURZ_TRUSTED_PROXIES: number;
    KURZ_NEAR_CACHE_BYTES: number;
    KURZ_LEAN_LANE: boolean;
    KURZ_MAX_CONNECTIONS: number;
    KURZ_POSTGRES_URL: string;
    KURZ_POSTGRES_CONNECTIONS: number;
    KURZ_REDIS_URL: string;
    KURZ_KAFKA_BROKERS: string;
  };

const MIB = 1024 ** 2;

/** @throws SettingsError with every fault. */
export function readProcessVariables(environment: Record<string, string | undefined>) {
  return readSettings<ProcessVariables>(
    {
      type: 'object',
      required: ['KURZ_JOURNAL_DIR', 'KURZ_POSTGRES_URL', 'KURZ_REDIS_URL', 'KURZ_KAFKA_BROKERS'],
      properties: {
        ...operationsProperties({ opsPort: 9101, preStopMs: 1_000 }),
        // less would leave the last visits hardly any time; see stopTimesOf
        KURZ_STOP_MS: { type: 'integer', minimum: 7_000, maximum: 3_600_000, default: 8_800 },
        KURZ_HOST: { type: 'string', default: '0.0.0.0' },
        KURZ_PORT: { ...PORT, default: 8080 },
        KURZ_WORKERS: { type: 'integer', minimum: 1, maximum: 128, default: 1 },
        KURZ_NODE_NAME: { type: 'string', pattern: '^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$', nullable: true },
        KURZ_JOURNAL_DIR: { type: 'string' },
        KURZ_JOURNAL_MAX_BYTES: { type: 'integer', minimum: MIB, default: 10 * 1024 * MIB },
        // a shipped visit stays this long and a minute
        KURZ_JOURNAL_ROLL_MS: { type: 'integer', minimum: 1_000, maximum: 86_400_000, default: 300_000 },
        KURZ_FSYNC_MS: { type: 'integer', minimum: 0, maximum: 60_000, default: 1_000 },
        // more than a core can answer, and so little that visitors do not feel it: docs/performance.md
        KURZ_SHIP_VISITS_PER_SECOND: { type: 'integer', minimum: 1_000, default: 120_000 },
        KURZ_TRUSTED_PROXIES: { type: 'integer', minimum: 0, maximum: 10, default: 0 },
        KURZ_NEAR_CACHE_BYTES: { type: 'integer', minimum: 0, default: 64 * MIB },
        KURZ_LEAN_LANE: { type: 'boolean', default: true },
        // 7 KB each while they are idle
        KURZ_MAX_CONNECTIONS: { type: 'integer', minimum: 1, maximum: 1_000_000, default: 10_000 },
        KURZ_POSTGRES_URL: { type: 'string' },
        KURZ_POSTGRES_CONNECTIONS: { type: 'integer', minimum: 1, maximum: 1_000, default: 10 },
        KURZ_REDIS_URL: REDIS_URL,
        KURZ_PRIVATE_NETWORK: PRIVATE_NETWORK,
        KURZ_KAFKA_BROKERS: KAFKA_BROKERS,
        ...KAFKA_PROPERTIES,
      },
    },
    environment,
    { KURZ_POSTGRES_URL: judgePostgresUrl, KURZ_REDIS_URL: judgeRedisUrl },
  );
}
