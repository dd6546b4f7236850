// The settings of the redirector's process, from its environment. The primary process reads them first, so that a fault
// is reported once; each worker reads the same.

import { constants } from 'node:buffer';
import os from 'node:os';
import path from 'node:path';
import { KAFKA_BROKERS, KAFKA_PROPERTIES, kafkaOf } from '@kurz/click-stream/kafka-setting';
import { postgresOf, postgresProperties } from '@kurz/database/postgres-setting';
import {
  operationsOf,
  operationsProperties,
  PORT,
  PRIVATE_NETWORK,
  readSettings,
  validateFile,
  type SettingsProperties,
} from '@kurz/process';
import { REDIS_URL } from '@kurz/redis/redis-setting';
import { REDIRECT_PROPERTIES } from './redirect-properties';
import { NEAR_CACHE_BYTES } from './redirector-settings';

/** Characters that are allowed in a host's name, but not in that of a Kafka group or a folder. */
const FOREIGN = /[^A-Za-z0-9._-]/g;
const MAX_NAME = 100;
/** An entry's offset has 32 bits and counts words of four bytes; Node before 22 has no block of more than 4 GiB. */
const MAX_NEAR_CACHE_BYTES = Math.min(16 * 1024 ** 3, constants.MAX_LENGTH);

const PROPERTIES = {
  ...operationsProperties({ opsPort: 9101, preStopMs: 1_000 }),
  // less would leave the last visits hardly any time; see shutdownDeadlinesOf
  KURZ_STOP_MS: { type: 'integer', minimum: 7_000, maximum: 3_600_000, default: 8_800 },
  KURZ_HOST: { type: 'string', default: '0.0.0.0' },
  KURZ_PORT: { ...PORT, default: 8080 },
  KURZ_WORKERS: { type: 'integer', minimum: 1, maximum: 128, default: 1 },
  KURZ_NODE_NAME: { type: 'string', pattern: '^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$', optional: true },
  KURZ_JOURNAL_DIR: { type: 'string' },
  ...REDIRECT_PROPERTIES,
  // more than a core can answer, and too little to slow down visitors: docs/performance.md
  KURZ_SHIP_VISITS_PER_SECOND: { type: 'integer', minimum: 1_000, default: 120_000 },
  KURZ_NEAR_CACHE_BYTES: {
    type: 'integer',
    minimum: 0,
    maximum: MAX_NEAR_CACHE_BYTES,
    default: NEAR_CACHE_BYTES,
  },
  // 7 KB each while they are idle
  KURZ_MAX_CONNECTIONS: { type: 'integer', minimum: 1, maximum: 1_000_000, default: 10_000 },
  ...postgresProperties({ minimum: 1, default: 10 }),
  KURZ_REDIS_URL: REDIS_URL,
  KURZ_PRIVATE_NETWORK: PRIVATE_NETWORK,
  KURZ_GEO_DB: { type: 'string', optional: true, validate: validateFile('.') },
  KURZ_KAFKA_BROKERS: KAFKA_BROKERS,
  ...KAFKA_PROPERTIES,
} as const satisfies SettingsProperties;

export type ProcessSettings = ReturnType<typeof readProcessSettings>;

/** @throws SettingsError with every fault. */
export function readProcessSettings(environment: Record<string, string | undefined>) {
  const variables = readSettings(PROPERTIES, environment);
  return Object.freeze({
    ...operationsOf(variables),
    /** Longest time of a stop after `preStopMs`, the shipping of the last visits included, ms. */
    stopMs: variables.KURZ_STOP_MS,
    host: variables.KURZ_HOST,
    port: variables.KURZ_PORT,
    workers: variables.KURZ_WORKERS,
    /** Distinguishes this machine's journals from those of other machines; default: the host's name. */
    nodeName: variables.KURZ_NODE_NAME ?? os.hostname().replace(FOREIGN, '-').slice(0, MAX_NAME),
    /** Holds the journals of all workers, one folder each. */
    journalDirectory: path.resolve(variables.KURZ_JOURNAL_DIR),
    /** Limit of the journal of each worker: an equal share of what the setting allows all of them. */
    journalMaxBytes: Math.floor(variables.KURZ_JOURNAL_MAX_BYTES / variables.KURZ_WORKERS),
    /** How long one segment of a journal takes visits, ms. */
    journalRollMs: variables.KURZ_JOURNAL_ROLL_MS,
    fsyncMs: variables.KURZ_FSYNC_MS,
    /** At this pace each worker ships a backlog. */
    shipVisitsPerSecond: variables.KURZ_SHIP_VISITS_PER_SECOND,
    /** The settings of each worker. */
    redirector: {
      trustedProxies: variables.KURZ_TRUSTED_PROXIES,
      nearCacheBytes: variables.KURZ_NEAR_CACHE_BYTES,
    },
    /** An mmdb file that replaces the bundled country data. */
    geoFile: variables.KURZ_GEO_DB,
    isFastPathOn: variables.KURZ_FAST_PATH,
    /** Most connections of visitors at each worker; more are turned away. */
    maxConnections: variables.KURZ_MAX_CONNECTIONS,
    /** `maxConnections` is per worker. */
    postgres: postgresOf(variables),
    redisUrl: variables.KURZ_REDIS_URL,
    kafka: { ...kafkaOf(variables.KURZ_KAFKA_BROKERS, variables), topic: variables.KURZ_KAFKA_TOPIC },
  });
}
