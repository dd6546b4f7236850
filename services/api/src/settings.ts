// The API's settings: names, types, bounds and defaults of its environment's variables, and what follows from them.

import { CLICKHOUSE_PROPERTIES, CLICKHOUSE_URL, clickHouseOf } from '@kurz/click-tables';
import { postgresOf, postgresProperties } from '@kurz/database';
import {
  operationsOf,
  operationsProperties,
  PORT,
  PRIVATE_NETWORK,
  readSettings,
  type SettingsProperties,
} from '@kurz/process';
import { REDIS_URL } from '@kurz/redis';
import { apiProperties, apiSettingsOf } from './api-properties';

const MIB = 1024 ** 2;
const ROOT = '.';

const PROPERTIES = {
  ...operationsProperties({ opsPort: 9103, preStopMs: 1_000 }),
  KURZ_HOST: { type: 'string', default: '0.0.0.0' },
  KURZ_PORT: { ...PORT, default: 8081 },
  // the old one is given while it is rotated
  KURZ_TOKEN_PEPPER: { type: 'string', minLength: 32 },
  KURZ_TOKEN_PEPPER_OLD: { type: 'string', minLength: 32, optional: true },
  // likewise; default: the peppers
  KURZ_SESSION_SECRET: { type: 'string', minLength: 32, optional: true },
  KURZ_SESSION_SECRET_OLD: { type: 'string', minLength: 32, optional: true },
  // how often verified domains are looked at again
  KURZ_DOMAIN_CHECK_HOURS: { type: 'integer', minimum: 1, maximum: 8_760, default: 24 },
  // of clients
  KURZ_MAX_CONNECTIONS: { type: 'integer', minimum: 1, maximum: 1_000_000, default: 4_000 },
  // memory of bodies and answers: of all requests, and of one principal's
  KURZ_IN_FLIGHT_BYTES: { type: 'integer', minimum: 8 * MIB, default: 64 * MIB },
  KURZ_IN_FLIGHT_SHARE_BYTES: { type: 'integer', minimum: 2 * MIB, default: 16 * MIB },
  ...apiProperties({ root: ROOT, hasAppUrl: false }),
  ...postgresProperties({ minimum: 1, default: 20 }),
  KURZ_REDIS_URL: REDIS_URL,
  KURZ_PRIVATE_NETWORK: PRIVATE_NETWORK,
  KURZ_CLICKHOUSE_URL: CLICKHOUSE_URL,
  ...CLICKHOUSE_PROPERTIES,
} as const satisfies SettingsProperties;

/** Beyond the 5 s after which stats give up. */
const CLICKHOUSE_MS = 6_000;

export type ProcessSettings = ReturnType<typeof readProcessSettings>;

/** @throws SettingsError with every fault. */
export function readProcessSettings(environment: Record<string, string | undefined>) {
  const variables = readSettings(PROPERTIES, environment);
  return Object.freeze({
    ...operationsOf(variables),
    host: variables.KURZ_HOST,
    port: variables.KURZ_PORT,
    /** Of clients; more are turned away. */
    maxConnections: variables.KURZ_MAX_CONNECTIONS,
    postgres: postgresOf(variables),
    redisUrl: variables.KURZ_REDIS_URL,
    clickHouse: clickHouseOf(variables.KURZ_CLICKHOUSE_URL, variables, CLICKHOUSE_MS),
    api: {
      tokenPepper: variables.KURZ_TOKEN_PEPPER,
      oldTokenPepper: variables.KURZ_TOKEN_PEPPER_OLD,
      sessionSecret: variables.KURZ_SESSION_SECRET,
      oldSessionSecret: variables.KURZ_SESSION_SECRET_OLD,
      inFlightBytes: variables.KURZ_IN_FLIGHT_BYTES,
      inFlightShareBytes: variables.KURZ_IN_FLIGHT_SHARE_BYTES,
      domainCheckHours: variables.KURZ_DOMAIN_CHECK_HOURS,
      ...apiSettingsOf(variables, { root: ROOT }),
    },
  });
}
