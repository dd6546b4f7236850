// The API's settings: names, types, bounds and defaults of its environment's variables, and what follows from them.

import { CLICKHOUSE_PROPERTIES, REQUIRED_CLICKHOUSE_URL, requiredClickHousesOf } from '@kurz/click-tables';
import { POSTGRES_REPLICA_URL, postgresOf, postgresProperties, replicaOf } from '@kurz/database';
import {
  operationsOf,
  operationsProperties,
  PORT,
  PRIVATE_NETWORK,
  readSettings,
  validateFile,
  type SettingsProperties,
} from '@kurz/process';
import { REDIS_URL } from '@kurz/redis';
import {
  apiProcessProperties,
  apiProcessSettingsOf,
  apiProperties,
  apiSettingsOf,
} from './server/api-settings';

const ROOT = '.';

const PROPERTIES = {
  ...operationsProperties({ opsPort: 9103, preStopMs: 1_000 }),
  KURZ_HOST: { type: 'string', default: '0.0.0.0' },
  KURZ_PORT: { ...PORT, default: 8081 },
  // connections of clients
  KURZ_MAX_CONNECTIONS: { type: 'integer', minimum: 1, maximum: 1_000_000, default: 4_000 },
  ...apiProcessProperties,
  ...apiProperties({ root: ROOT, hasAppUrl: false }),
  ...postgresProperties({ minimum: 1, default: 20 }),
  KURZ_POSTGRES_REPLICA_URL: POSTGRES_REPLICA_URL,
  KURZ_REDIS_URL: REDIS_URL,
  KURZ_PRIVATE_NETWORK: PRIVATE_NETWORK,
  KURZ_GEO_DB: { type: 'string', optional: true, validate: validateFile(ROOT) },
  KURZ_CLICKHOUSE_URL: REQUIRED_CLICKHOUSE_URL,
  ...CLICKHOUSE_PROPERTIES,
} as const satisfies SettingsProperties;

/** Longer than the 5 s after which stats give up. */
const CLICKHOUSE_MS = 6_000;

export type ProcessSettings = ReturnType<typeof readProcessSettings>;

/** @throws SettingsError with every fault. */
export function readProcessSettings(environment: Record<string, string | undefined>) {
  const variables = readSettings(PROPERTIES, environment);
  return Object.freeze({
    ...operationsOf(variables),
    host: variables.KURZ_HOST,
    port: variables.KURZ_PORT,
    /** Connections of clients; more are turned away. */
    maxConnections: variables.KURZ_MAX_CONNECTIONS,
    postgres: postgresOf(variables),
    /** A replica in the same cluster, for lists and reports. */
    replica: replicaOf(variables.KURZ_POSTGRES_REPLICA_URL, variables.KURZ_POSTGRES_CONNECTIONS),
    redisUrl: variables.KURZ_REDIS_URL,
    geoFile: variables.KURZ_GEO_DB,
    clickHouses: requiredClickHousesOf(variables, CLICKHOUSE_MS),
    api: {
      ...apiProcessSettingsOf(variables),
      ...apiSettingsOf(variables, { root: ROOT }),
    },
  });
}
