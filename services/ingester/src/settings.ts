// The ingester's settings, derived from the environment's variables.

import type { KafkaOptions } from '@kurz/click-stream';
import { kafkaOf } from '@kurz/click-stream/kafka-setting';
import { clickHouseOf, type ClickHouseServer } from '@kurz/click-tables';
import { postgresOf, type DatabaseOptions } from '@kurz/database';
import { type LogLevel } from '@kurz/process';
import type { StreamIngesterSettings } from './kafka-ingester';
import { readProcessVariables } from './process-variables';

export type ProcessSettings = {
  logLevel: LogLevel;
  ops: { host: string; port: number };
  /** How long it still counts with readiness off, ms. */
  preStopMs: number;
  postgres: DatabaseOptions;
  redisUrl: string;
  clickHouse: ClickHouseServer;
  kafka: KafkaOptions;
  /** An mmdb file in the place of the country data that comes along. */
  geoFile: string | undefined;
  ingester: StreamIngesterSettings;
};

/** A frozen ClickHouse, or an insert of a process that was frozen, ends with its socket after this. */
const CLICKHOUSE_MS = 30_000;

/** @throws SettingsError with every fault. */
export function readProcessSettings(environment: Record<string, string | undefined>): ProcessSettings {
  const variables = readProcessVariables(environment);
  return Object.freeze({
    logLevel: variables.KURZ_LOG_LEVEL,
    ops: { host: variables.KURZ_OPS_HOST, port: variables.KURZ_OPS_PORT },
    preStopMs: variables.KURZ_PRE_STOP_MS,
    postgres: postgresOf(variables.KURZ_POSTGRES_URL, variables.KURZ_POSTGRES_CONNECTIONS),
    redisUrl: variables.KURZ_REDIS_URL,
    clickHouse: clickHouseOf(variables.KURZ_CLICKHOUSE_URL, variables, CLICKHOUSE_MS),
    kafka: { ...kafkaOf(variables.KURZ_KAFKA_BROKERS, variables), clientId: 'kurz-ingester' },
    geoFile: variables.KURZ_GEO_DB,
    ingester: {
      topic: variables.KURZ_KAFKA_TOPIC,
      deadTopic: variables.KURZ_KAFKA_DEAD_TOPIC,
      lingerMs: variables.KURZ_LINGER_MS,
      maxVisits: variables.KURZ_MAX_VISITS,
      sessionTimeoutMs: variables.KURZ_KAFKA_SESSION_MS,
      finalAfterMs: variables.KURZ_FINAL_AFTER_MS,
      journalGoneMs: variables.KURZ_JOURNAL_GONE_MS,
      resumeFromProgress: variables.KURZ_RESUME_FROM_PROGRESS,
    },
  });
}
