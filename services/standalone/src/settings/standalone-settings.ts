// The embedded product's settings, from the environment that main hands over. Paths are relative to the checkout,
// wherever the command was called from, so that the product and the admin command mean the same folder.

import { existsSync } from 'node:fs';
import path from 'node:path';
import {
  APP_PROPERTIES,
  appFolderOf,
  dnsServersOf,
  MAIL_PROPERTIES,
  mailSettingOf,
  PEOPLE_PROPERTIES,
  peopleLimitsOf,
  readPlanTable,
  type AppVariables,
  type MailSettings,
  type MailVariables,
  type PeopleLimits,
  type PeopleVariables,
  type PlanTable,
} from '@kurz/api';
import { LOG_LEVEL, PORT, readSettings, SettingsError, type LogLevel } from '@kurz/process';

type Environment = Record<string, string | undefined>;

type Variables = AppVariables &
  MailVariables &
  PeopleVariables & {
    KURZ_PORT: number;
    KURZ_HOST: string;
    KURZ_OPS_PORT?: number;
    KURZ_OPS_HOST: string;
    KURZ_DATA_DIR: string;
    KURZ_LOG_LEVEL: LogLevel;
    KURZ_TRUSTED_PROXIES: number;
    KURZ_ANONYMOUS_LIMIT: number;
    KURZ_AUDIT_DAYS: number;
    KURZ_GEO_DB?: string;
    KURZ_PLANS?: string;
    KURZ_DNS_SERVERS?: string;
    KURZ_FSYNC_MS: number;
    KURZ_JOURNAL_MAX_BYTES: number;
    KURZ_JOURNAL_ROLL_MS: number;
    KURZ_FAST_PATH: boolean;
  };

export type StandaloneSettings = {
  port: number;
  host: string;
  /** Where the operations server listens; without it there is none. */
  ops?: { host: string; port: number };
  dataDirectory: string;
  logLevel: LogLevel;
  /** Proxies in front that append to X-Forwarded-For. */
  trustedProxies: number;
  /** Requests a minute from one address without a usable token. */
  anonymousLimit: number;
  /** How long the audit log is kept, in days. */
  auditDays: number;
  /** What people may do by themselves. */
  people: PeopleLimits;
  /** An mmdb file in the place of the country data that comes along. */
  geoFile?: string;
  /** The operator's plans in the place of those that come along. */
  plans?: PlanTable;
  /** Holds the built web app; without, it is not served. */
  appFolder?: string;
  /** What addresses of the web app begin with, without a slash at the end. */
  appUrl: string;
  /** Without, no mail is sent. */
  mail?: MailSettings;
  /** Name servers that verify domains, in the place of the system's. */
  dnsServers?: readonly string[];
  /** Longest time that visits on the disk's way can be lost to a power cut, ms; 0: none, slower. */
  fsyncMs: number;
  journalMaxBytes: number;
  /** How long one segment of the journal takes visits, ms; a counted one goes when its segment is left. */
  journalRollMs: number;
  /** False: plain requests for short links go through node:http as well. */
  isFastPathOn: boolean;
};

const CHECKOUT = path.resolve(__dirname, '..', '..', '..', '..');
const MIB = 1024 ** 2;

const PROPERTIES = {
  KURZ_PORT: { ...PORT, default: 3000 },
  KURZ_HOST: { type: 'string', default: '127.0.0.1' },
  KURZ_OPS_PORT: { ...PORT, nullable: true },
  KURZ_OPS_HOST: { type: 'string', default: '127.0.0.1' },
  KURZ_DATA_DIR: { type: 'string', default: './data' },
  KURZ_LOG_LEVEL: { ...LOG_LEVEL, default: 'warn' },
  KURZ_TRUSTED_PROXIES: { type: 'integer', minimum: 0, maximum: 10, default: 0 },
  KURZ_ANONYMOUS_LIMIT: {
    type: 'integer',
    minimum: 1,
    maximum: 1_000_000,
    default: 600,
    formerly: 'KURZ_STRANGER_LIMIT',
  },
  KURZ_AUDIT_DAYS: { type: 'integer', minimum: 1, maximum: 36_600, default: 366 },
  KURZ_GEO_DB: { type: 'string', nullable: true },
  KURZ_PLANS: { type: 'string', nullable: true },
  KURZ_DNS_SERVERS: { type: 'string', nullable: true },
  ...PEOPLE_PROPERTIES,
  ...APP_PROPERTIES,
  ...MAIL_PROPERTIES,
  KURZ_FSYNC_MS: { type: 'integer', minimum: 0, maximum: 60_000, default: 1_000 },
  KURZ_JOURNAL_MAX_BYTES: { type: 'integer', minimum: MIB, default: 10 * 1024 * MIB },
  KURZ_JOURNAL_ROLL_MS: { type: 'integer', minimum: 1_000, maximum: 86_400_000, default: 300_000 },
  KURZ_FAST_PATH: { type: 'boolean', default: true, formerly: 'KURZ_LEAN_LANE' },
} as const;

const REQUIRED = [
  'KURZ_PORT',
  'KURZ_HOST',
  'KURZ_OPS_HOST',
  'KURZ_DATA_DIR',
  'KURZ_LOG_LEVEL',
  'KURZ_TRUSTED_PROXIES',
  'KURZ_ANONYMOUS_LIMIT',
  'KURZ_AUDIT_DAYS',
  'KURZ_PLAN_CHOICE',
  'KURZ_MAX_WORKSPACES',
  'KURZ_MAX_INVITATIONS',
  'KURZ_MAX_PERSON_INVITATIONS',
  'KURZ_CONSOLE',
  'KURZ_FSYNC_MS',
  'KURZ_JOURNAL_MAX_BYTES',
  'KURZ_JOURNAL_ROLL_MS',
  'KURZ_FAST_PATH',
] as const;

function readVariables(environment: Environment, faults: string[]): Variables | undefined {
  try {
    return readSettings<Variables>(
      { type: 'object', properties: PROPERTIES, required: REQUIRED },
      environment,
    );
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    faults.push(...error.faults);
    return undefined;
  }
}

function readPlans(file: string | undefined, faults: string[]): PlanTable | undefined {
  if (file === undefined) return undefined;
  const outcome = readPlanTable(file);
  if (outcome.kind === 'plans') return outcome.plans;
  faults.push(...outcome.faults.map((fault) => `KURZ_PLANS ${fault}`));
  return undefined;
}

function readDnsServers(text: string | undefined, faults: string[]): string[] | undefined {
  if (text === undefined) return undefined;
  const outcome = dnsServersOf(text);
  if (outcome.kind === 'servers') return outcome.servers;
  faults.push('KURZ_DNS_SERVERS must be addresses, separated by commas');
  return undefined;
}

const appUrlOf = ({ KURZ_APP_URL: url, KURZ_PORT: port }: Variables) =>
  (url ?? `http://localhost:${port}`).replace(/\/+$/, '');

function readMail(variables: Variables | undefined, faults: string[]): MailSettings | undefined {
  if (!variables) return undefined;
  const appUrl = appUrlOf(variables);
  const outcome = mailSettingOf(variables, { appUrl });
  if (outcome.kind === 'faulty') faults.push(...outcome.faults);
  return outcome.kind === 'mail' ? outcome.mail : undefined;
}

const opsOf = ({ KURZ_OPS_HOST: host, KURZ_OPS_PORT: port }: Variables) =>
  port === undefined ? undefined : { host, port };

/**
 * Reads `KURZ_…`; relative paths count from `root` (the checkout).
 * @throws SettingsError with every fault.
 */
export function readStandaloneSettings(environment: Environment, root = CHECKOUT): StandaloneSettings {
  const faults: string[] = [];
  const pathOf = (file: string | undefined) => (file ? path.resolve(root, file) : undefined);
  const variables = readVariables(environment, faults);
  const plans = readPlans(pathOf(variables?.KURZ_PLANS ?? environment['KURZ_PLANS']), faults);
  const dnsServers = readDnsServers(variables?.KURZ_DNS_SERVERS ?? environment['KURZ_DNS_SERVERS'], faults);
  const mail = readMail(variables, faults);
  const geoFile = pathOf(variables?.KURZ_GEO_DB ?? environment['KURZ_GEO_DB']);
  if (geoFile !== undefined && !existsSync(geoFile))
    faults.push(`KURZ_GEO_DB ${geoFile}: there is no such file`);
  if (variables === undefined || faults.length > 0) throw new SettingsError(faults);
  return Object.freeze({
    port: variables.KURZ_PORT,
    host: variables.KURZ_HOST,
    ops: opsOf(variables),
    dataDirectory: path.resolve(root, variables.KURZ_DATA_DIR),
    logLevel: variables.KURZ_LOG_LEVEL,
    trustedProxies: variables.KURZ_TRUSTED_PROXIES,
    anonymousLimit: variables.KURZ_ANONYMOUS_LIMIT,
    auditDays: variables.KURZ_AUDIT_DAYS,
    people: peopleLimitsOf(variables),
    geoFile,
    plans,
    appFolder: appFolderOf({
      KURZ_CONSOLE: variables.KURZ_CONSOLE,
      KURZ_CONSOLE_DIR: pathOf(variables.KURZ_CONSOLE_DIR),
    }),
    appUrl: appUrlOf(variables),
    mail,
    dnsServers,
    fsyncMs: variables.KURZ_FSYNC_MS,
    journalRollMs: variables.KURZ_JOURNAL_ROLL_MS,
    journalMaxBytes: variables.KURZ_JOURNAL_MAX_BYTES,
    isFastPathOn: variables.KURZ_FAST_PATH,
  });
}
