// The API's settings from the environment that main hands over.
//
// `KURZ_TOKEN_PEPPER` (or its `_FILE`): 32 characters or more; `KURZ_SESSION_SECRET`: likewise, the pepper unless told.
// `KURZ_PLANS`: a JSON file with limits that differ. `KURZ_DNS_SERVERS`: those that verify domains, the system's unless
// told. `KURZ_STRANGER_LIMIT`: requests a minute from one address without a usable token.

import { clickHouseOf, type ClickHouseServer } from '@kurz/click-tables';
import { postgresOf, type DatabaseOptions } from '@kurz/database';
import { SettingsError, type LogLevel } from '@kurz/process';
import { readPlanTable, type PlanTableOutcome } from './plans/read-plan-table';
import { readProcessVariables } from './process-variables';
import type { ApiSettings } from './server/api-deps';
import { dnsServersOf } from './zones/dns-servers-of';

export type ProcessSettings = {
  logLevel: LogLevel;
  ops: { host: string; port: number };
  /** How long the balancers in front get to notice that readiness is off, ms. */
  preStopMs: number;
  host: string;
  port: number;
  postgres: DatabaseOptions;
  redisUrl: string;
  clickHouse: ClickHouseServer;
  api: ApiSettings;
};

/** Stats give up after 5 s at the latest: nobody waits for what comes later. */
const CLICKHOUSE_MS = 6_000;

/** What the environment says of plans was judged before; a file that changed since is a fault of its own. */
function plansOf(file: string | undefined) {
  const outcome: PlanTableOutcome | undefined = file === undefined ? undefined : readPlanTable(file);
  if (outcome?.kind === 'faulty')
    throw new SettingsError(outcome.faults.map((fault) => `KURZ_PLANS ${fault}`));
  return outcome?.plans;
}

/** @throws SettingsError with every fault. */
export function readProcessSettings(environment: Record<string, string | undefined>): ProcessSettings {
  const variables = readProcessVariables(environment);
  const sessionSecret = variables.KURZ_SESSION_SECRET;
  const plans = plansOf(variables.KURZ_PLANS);
  const dns = dnsServersOf(variables.KURZ_DNS_SERVERS);
  return Object.freeze({
    logLevel: variables.KURZ_LOG_LEVEL,
    ops: { host: variables.KURZ_OPS_HOST, port: variables.KURZ_OPS_PORT },
    preStopMs: variables.KURZ_PRE_STOP_MS,
    host: variables.KURZ_HOST,
    port: variables.KURZ_PORT,
    postgres: postgresOf(variables.KURZ_POSTGRES_URL, variables.KURZ_POSTGRES_CONNECTIONS),
    redisUrl: variables.KURZ_REDIS_URL,
    clickHouse: clickHouseOf(variables.KURZ_CLICKHOUSE_URL, variables, CLICKHOUSE_MS),
    api: {
      tokenPepper: variables.KURZ_TOKEN_PEPPER,
      trustedProxies: variables.KURZ_TRUSTED_PROXIES,
      strangerLimit: variables.KURZ_STRANGER_LIMIT,
      ...(sessionSecret !== undefined && { sessionSecret }),
      ...(plans !== undefined && { plans }),
      ...(dns.kind === 'servers' && dns.servers.length > 0 && { dnsServers: dns.servers }),
    },
  });
}
