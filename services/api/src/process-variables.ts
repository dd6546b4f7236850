// The environment's variables as the API's process knows them: names, types, bounds and defaults.

import {
  CLICKHOUSE_PROPERTIES,
  CLICKHOUSE_URL,
  judgeClickHouseUrl,
  type ClickHouseVariables,
} from '@kurz/click-tables';
import { judgePostgresUrl } from '@kurz/database';
import {
  operationsProperties,
  PORT,
  PRIVATE_NETWORK,
  readSettings,
  type OperationsVariables,
  type PrivateNetworkVariables,
  type SettingsJudges,
} from '@kurz/process';
import { judgeRedisUrl, REDIS_URL } from '@kurz/redis';
import { APP_PROPERTIES, type AppVariables } from './app/app-settings';
import { MAIL_PROPERTIES, type MailVariables } from './mail/mail-setting';
import { PEOPLE_PROPERTIES, type PeopleVariables } from './people/people-limits';
import { readPlanTable } from './plans/read-plan-table';
import { dnsServersOf } from './zones/dns-servers-of';

export type ProcessVariables = OperationsVariables &
  PrivateNetworkVariables &
  ClickHouseVariables &
  AppVariables &
  MailVariables &
  PeopleVariables & {
    KURZ_HOST: string;
    KURZ_PORT: number;
    KURZ_TOKEN_PEPPER: string;
    KURZ_TOKEN_PEPPER_OLD?: string;
    KURZ_SESSION_SECRET?: string;
    KURZ_SESSION_SECRET_OLD?: string;
    KURZ_PLANS?: string;
    KURZ_DNS_SERVERS: string;
    KURZ_DOMAIN_CHECK_HOURS: number;
    KURZ_TRUSTED_PROXIES: number;
    KURZ_ANONYMOUS_LIMIT: number;
    KURZ_MAX_CONNECTIONS: number;
    KURZ_IN_FLIGHT_BYTES: number;
    KURZ_IN_FLIGHT_SHARE_BYTES: number;
    KURZ_AUDIT_DAYS: number;
    KURZ_POSTGRES_URL: string;
    KURZ_POSTGRES_CONNECTIONS: number;
    KURZ_REDIS_URL: string;
    KURZ_CLICKHOUSE_URL: string;
  };

const MIB = 1024 ** 2;

const judges: SettingsJudges = {
  KURZ_POSTGRES_URL: judgePostgresUrl,
  KURZ_REDIS_URL: judgeRedisUrl,
  KURZ_CLICKHOUSE_URL: judgeClickHouseUrl,
  KURZ_PLANS: (file) => {
    const outcome = readPlanTable(file);
    return outcome.kind === 'faulty' ? outcome.faults : [];
  },
  KURZ_DNS_SERVERS: (text) =>
    dnsServersOf(text).kind === 'faulty' ? ['must be addresses, separated by commas'] : [],
};

/** @throws SettingsError with every fault. */
export function readProcessVariables(environment: Record<string, string | undefined>) {
  return readSettings<ProcessVariables>(
    {
      type: 'object',
      required: ['KURZ_TOKEN_PEPPER', 'KURZ_POSTGRES_URL', 'KURZ_REDIS_URL', 'KURZ_CLICKHOUSE_URL'],
      properties: {
        ...operationsProperties({ opsPort: 9103, preStopMs: 1_000 }),
        KURZ_HOST: { type: 'string', default: '0.0.0.0' },
        KURZ_PORT: { ...PORT, default: 8081 },
        KURZ_TOKEN_PEPPER: { type: 'string', minLength: 32 },
        KURZ_TOKEN_PEPPER_OLD: { type: 'string', minLength: 32, nullable: true },
        KURZ_SESSION_SECRET: { type: 'string', minLength: 32, nullable: true },
        KURZ_SESSION_SECRET_OLD: { type: 'string', minLength: 32, nullable: true },
        KURZ_PLANS: { type: 'string', nullable: true },
        KURZ_DNS_SERVERS: { type: 'string', default: '' },
        KURZ_DOMAIN_CHECK_HOURS: { type: 'integer', minimum: 1, maximum: 8_760, default: 24 },
        KURZ_TRUSTED_PROXIES: { type: 'integer', minimum: 0, maximum: 10, default: 0 },
        KURZ_ANONYMOUS_LIMIT: {
          type: 'integer',
          minimum: 1,
          maximum: 1_000_000,
          default: 600,
          formerly: 'KURZ_STRANGER_LIMIT',
        },
        KURZ_MAX_CONNECTIONS: { type: 'integer', minimum: 1, maximum: 1_000_000, default: 4_000 },
        KURZ_IN_FLIGHT_BYTES: { type: 'integer', minimum: 8 * MIB, default: 64 * MIB },
        KURZ_IN_FLIGHT_SHARE_BYTES: { type: 'integer', minimum: 2 * MIB, default: 16 * MIB },
        KURZ_AUDIT_DAYS: { type: 'integer', minimum: 1, maximum: 36_600, default: 366 },
        ...PEOPLE_PROPERTIES,
        ...APP_PROPERTIES,
        ...MAIL_PROPERTIES,
        KURZ_POSTGRES_URL: { type: 'string' },
        KURZ_POSTGRES_CONNECTIONS: { type: 'integer', minimum: 1, maximum: 1_000, default: 20 },
        KURZ_REDIS_URL: REDIS_URL,
        KURZ_PRIVATE_NETWORK: PRIVATE_NETWORK,
        KURZ_CLICKHOUSE_URL: CLICKHOUSE_URL,
        ...CLICKHOUSE_PROPERTIES,
      },
    },
    environment,
    judges,
  );
}
