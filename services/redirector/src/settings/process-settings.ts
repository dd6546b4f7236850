// The redirector's settings from the environment that main hands over. The primary process reads them first, so that a
// fault is told once; each worker reads the same.

import os from 'node:os';
import path from 'node:path';
import type { KafkaOptions } from '@kurz/click-stream';
import { kafkaOf } from '@kurz/click-stream/kafka-setting';
import { postgresOf, type DatabaseOptions } from '@kurz/database';
import { type LogLevel } from '@kurz/process';
import { readProcessVariables } from './process-variables';

export type ProcessSettings = {
  logLevel: LogLevel;
  ops: { host: string; port: number };
  /** How long the balancers in front get to notice that readiness is off, ms. */
  preStopMs: number;
  /** All that an end may take after that, the last visits' shipping included, ms. */
  stopMs: number;
  host: string;
  port: number;
  workers: number;
  /** Tells this machine's journals from those of other machines; the host's name unless told. */
  nodeName: string;
  /** Holds the journals of all workers, one folder each. */
  journalDirectory: string;
  /** Limit of the journal of each worker: an equal share of what the setting allows all of them. */
  journalMaxBytes: number;
  /** How long one segment of a journal takes visits, ms. */
  journalRollMs: number;
  fsyncMs: number;
  /** At this pace each worker ships a backlog. */
  shipVisitsPerSecond: number;
  /** Proxies in front that append to X-Forwarded-For. */
  trustedProxies: number;
  /** Of each worker. */
  nearCacheBytes: number;
  isFastPathOn: boolean;
  /** Of visitors, at each worker; who comes then is turned away. */
  maxConnections: number;
  /** `maxConnections` is of each worker. */
  postgres: DatabaseOptions;
  redisUrl: string;
  kafka: Omit<KafkaOptions, 'clientId'> & { topic: string };
};

/** What a host may be called that a Kafka group or a folder may not. */
const FOREIGN = /[^A-Za-z0-9._-]/g;
const MAX_NAME = 100;

/** @throws SettingsError with every fault. */
export function readProcessSettings(environment: Record<string, string | undefined>): ProcessSettings {
  const variables = readProcessVariables(environment);
  return Object.freeze({
    logLevel: variables.KURZ_LOG_LEVEL,
    ops: { host: variables.KURZ_OPS_HOST, port: variables.KURZ_OPS_PORT },
    preStopMs: variables.KURZ_PRE_STOP_MS,
    stopMs: variables.KURZ_STOP_MS,
    host: variables.KURZ_HOST,
    port: variables.KURZ_PORT,
    workers: variables.KURZ_WORKERS,
    nodeName: variables.KURZ_NODE_NAME ?? os.hostname().replace(FOREIGN, '-').slice(0, MAX_NAME),
    journalDirectory: path.resolve(variables.KURZ_JOURNAL_DIR),
    journalMaxBytes: Math.floor(variables.KURZ_JOURNAL_MAX_BYTES / variables.KURZ_WORKERS),
    journalRollMs: variables.KURZ_JOURNAL_ROLL_MS,
    fsyncMs: variables.KURZ_FSYNC_MS,
    shipVisitsPerSecond: variables.KURZ_SHIP_VISITS_PER_SECOND,
    trustedProxies: variables.KURZ_TRUSTED_PROXIES,
    nearCacheBytes: variables.KURZ_NEAR_CACHE_BYTES,
    isFastPathOn: variables.KURZ_LEAN_LANE,
    maxConnections: variables.KURZ_MAX_CONNECTIONS,
    postgres: postgresOf(variables.KURZ_POSTGRES_URL, variables.KURZ_POSTGRES_CONNECTIONS),
    redisUrl: variables.KURZ_REDIS_URL,
    kafka: { ...kafkaOf(variables.KURZ_KAFKA_BROKERS, variables), topic: variables.KURZ_KAFKA_TOPIC },
  });
}
