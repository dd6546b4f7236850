// The API's settings, read from the environment.
//
// `KURZ_TOKEN_PEPPER` (or its `_FILE`): 32 characters or more, as `KURZ_TOKEN_PEPPER_OLD`, which is given while it is
// rotated; `KURZ_SESSION_SECRET`, `KURZ_SESSION_SECRET_OLD`: likewise; default: the peppers.
// `KURZ_DOMAIN_CHECK_HOURS`: how often verified domains are looked at again.
// `KURZ_PLAN_CHOICE`, `KURZ_MAX_WORKSPACES`, `KURZ_MAX_INVITATIONS`, `KURZ_MAX_PERSON_INVITATIONS`: what people may do by
// themselves.
// `KURZ_PLANS`: a JSON file with limits that differ. `KURZ_DNS_SERVERS`: those that verify domains; default: the
// system's. `KURZ_ANONYMOUS_LIMIT`: requests a minute from one address without a usable token. `KURZ_MAX_CONNECTIONS`: of
// clients. `KURZ_IN_FLIGHT_BYTES`, `KURZ_IN_FLIGHT_SHARE_BYTES`: memory of bodies and answers. `KURZ_SMTP_URL`,
// `KURZ_MAIL_FROM` and `KURZ_APP_URL`: where mails are submitted, from whom, and what their links begin with.
// `KURZ_CONSOLE`, `KURZ_CONSOLE_DIR`: whether the web app is served below /app/, and from which folder.

import { clickHouseOf, type ClickHouseServer } from '@kurz/click-tables';
import { postgresOf, type DatabaseOptions } from '@kurz/database';
import { SettingsError, type LogLevel } from '@kurz/process';
import { appFolderOf } from './app/app-settings';
import { mailSettingOf } from './mail/mail-setting';
import { peopleLimitsOf } from './people/people-limits';
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
  /** Of clients; who comes then is turned away. */
  maxConnections: number;
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
  const oldSessionSecret = variables.KURZ_SESSION_SECRET_OLD;
  const oldTokenPepper = variables.KURZ_TOKEN_PEPPER_OLD;
  const plans = plansOf(variables.KURZ_PLANS);
  const mail = mailSettingOf(variables);
  if (mail.kind === 'faulty') throw new SettingsError(mail.faults);
  const appFolder = appFolderOf(variables);
  const dns = dnsServersOf(variables.KURZ_DNS_SERVERS);
  return Object.freeze({
    logLevel: variables.KURZ_LOG_LEVEL,
    ops: { host: variables.KURZ_OPS_HOST, port: variables.KURZ_OPS_PORT },
    preStopMs: variables.KURZ_PRE_STOP_MS,
    host: variables.KURZ_HOST,
    port: variables.KURZ_PORT,
    maxConnections: variables.KURZ_MAX_CONNECTIONS,
    postgres: postgresOf(variables.KURZ_POSTGRES_URL, variables.KURZ_POSTGRES_CONNECTIONS),
    redisUrl: variables.KURZ_REDIS_URL,
    clickHouse: clickHouseOf(variables.KURZ_CLICKHOUSE_URL, variables, CLICKHOUSE_MS),
    api: {
      tokenPepper: variables.KURZ_TOKEN_PEPPER,
      trustedProxies: variables.KURZ_TRUSTED_PROXIES,
      anonymousLimit: variables.KURZ_ANONYMOUS_LIMIT,
      inFlightBytes: variables.KURZ_IN_FLIGHT_BYTES,
      inFlightShareBytes: variables.KURZ_IN_FLIGHT_SHARE_BYTES,
      domainCheckHours: variables.KURZ_DOMAIN_CHECK_HOURS,
      auditDays: variables.KURZ_AUDIT_DAYS,
      ...peopleLimitsOf(variables),
      ...(oldTokenPepper !== undefined && { oldTokenPepper }),
      ...(sessionSecret !== undefined && { sessionSecret }),
      ...(oldSessionSecret !== undefined && { oldSessionSecret }),
      ...(plans !== undefined && { plans }),
      ...(appFolder !== undefined && { appFolder }),
      ...(mail.kind === 'mail' && { mail: mail.mail }),
      ...(dns.kind === 'servers' && dns.servers.length > 0 && { dnsServers: dns.servers }),
    },
  });
}
