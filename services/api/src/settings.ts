// The API's own settings from the environment; main adds where the stores are and hands the result to makeApi.

import { readSettings, SettingsError } from '@kurz/process';
import { readPlanTable } from './plans/read-plan-table';
import type { ApiSettings } from './server/api-deps';
import { dnsServersOf } from './zones/dns-servers-of';

type Environment = Record<string, string | undefined>;

/**
 * `KURZ_TOKEN_PEPPER` (or its `_FILE`): 32 characters or more; `KURZ_SESSION_SECRET`: likewise, the pepper unless told.
 * `KURZ_PLANS_FILE`: JSON with limits that differ. `KURZ_DNS_SERVERS`: those that verify domains, the system's unless
 * told.
 */
type ApiVariables = {
  KURZ_TOKEN_PEPPER: string;
  KURZ_SESSION_SECRET?: string;
  KURZ_PLANS_FILE: string;
  KURZ_DNS_SERVERS: string;
};

/** @throws SettingsError with every fault. */
export function readApiSettings(environment: Environment): Readonly<ApiSettings> {
  const variables = readSettings<ApiVariables>(
    {
      type: 'object',
      required: ['KURZ_TOKEN_PEPPER'],
      properties: {
        KURZ_TOKEN_PEPPER: { type: 'string', minLength: 32 },
        KURZ_SESSION_SECRET: { type: 'string', minLength: 32, nullable: true },
        KURZ_PLANS_FILE: { type: 'string', default: '' },
        KURZ_DNS_SERVERS: { type: 'string', default: '' },
      },
    },
    environment,
  );
  const sessionSecret = variables.KURZ_SESSION_SECRET;
  const dns = dnsServersOf(variables.KURZ_DNS_SERVERS);
  const table = variables.KURZ_PLANS_FILE === '' ? undefined : readPlanTable(variables.KURZ_PLANS_FILE);
  const faults = [
    ...(dns.kind === 'faulty' ? ['KURZ_DNS_SERVERS must be addresses, parted by commas'] : []),
    ...(table?.kind === 'faulty' ? table.faults.map((fault) => `KURZ_PLANS_FILE: ${fault}`) : []),
  ];
  if (faults.length > 0) throw new SettingsError(faults);
  return Object.freeze({
    tokenPepper: variables.KURZ_TOKEN_PEPPER,
    ...(sessionSecret !== undefined && { sessionSecret }),
    ...(table?.kind === 'plans' && { plans: table.plans }),
    ...(dns.kind === 'servers' && dns.servers.length > 0 && { dnsServers: dns.servers }),
  });
}
