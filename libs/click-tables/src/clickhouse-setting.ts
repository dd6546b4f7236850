// The settings KURZ_CLICKHOUSE_…, as every program reads them.

import {
  validatePlainAddress,
  type SettingsOf,
  type SettingsProperties,
  type SettingsValidator,
} from '@kurz/process';
import { openClickHouse, type ClickHouseOptions, type OneOrMore } from './open-clickhouse';

export type ClickHouseServer = Extract<ClickHouseOptions, { kind: 'server' }>;

const DEFAULT_DATABASE = 'kurz';
const validateHost = validatePlainAddress('http', 'https');

/** Why the client refuses an address, such as unknown parameters; undefined when it does not. */
function refusalOf(url: string): string | undefined {
  try {
    void openClickHouse({ kind: 'server', url, database: DEFAULT_DATABASE }).close();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

const validateAddress: SettingsValidator = (address, all) => {
  const faults = validateHost(address, all);
  if (faults.length > 0 || !/^https?:/.test(address)) return faults;
  if (!URL.canParse(address)) return ['must be one address; KURZ_CLICKHOUSE_URLS takes several'];
  const refusal = refusalOf(address);
  if (refusal !== undefined) return [`is refused: ${refusal}`];
  const database = all['KURZ_CLICKHOUSE_DATABASE'] ?? DEFAULT_DATABASE;
  return ['/', `/${database}`].includes(new URL(address).pathname)
    ? []
    : ['must have no path: KURZ_CLICKHOUSE_DATABASE names the database'];
};

/** The addresses of a setting that may hold several, with commas or white space between them. */
export const addressesOf = (text: string): string[] =>
  text.split(/[,\s]+/).filter((address) => address !== '');

const validateAddresses: SettingsValidator = (text, all) => {
  const addresses = addressesOf(text);
  const [first] = addresses;
  if (first === undefined) return ['must have an address'];
  if (new Set(addresses).size < addresses.length) return ['has an address twice'];
  if (addresses.some((address) => !/^https?:\/\//.test(address)))
    return ['must be addresses that begin with http:// or https://'];
  return addresses.flatMap((address) => validateAddress(address, all));
};

const validateShards: SettingsValidator = (text, all) => {
  const single = all['KURZ_CLICKHOUSE_URL'];
  if (single !== undefined && single !== addressesOf(text)[0])
    return ['must begin with the address of KURZ_CLICKHOUSE_URL'];
  return validateAddresses(text, all);
};

/** For a program that also has the setting KURZ_PRIVATE_NETWORK. */
export const CLICKHOUSE_URL = {
  type: 'string',
  pattern: '^https?://',
  validate: validateAddress,
} as const;

/** One or several addresses. */
export const CLICKHOUSE_ADDRESSES = { type: 'string', optional: true, validate: validateAddresses } as const;

/** Properties for `readSettings`, without KURZ_CLICKHOUSE_URL, which not every program needs. */
export const CLICKHOUSE_PROPERTIES = {
  // one address per shard: its place is the shard's number, from 0
  KURZ_CLICKHOUSE_URLS: { ...CLICKHOUSE_ADDRESSES, validate: validateShards },
  KURZ_CLICKHOUSE_DATABASE: {
    type: 'string',
    pattern: '^[A-Za-z_][A-Za-z0-9_]{0,63}$',
    default: DEFAULT_DATABASE,
  },
  // the cluster whose tables are replicated; unset for a single node
  KURZ_CLICKHOUSE_CLUSTER: { type: 'string', optional: true, pattern: '^[A-Za-z0-9_.{}-]+$' },
} as const satisfies SettingsProperties;

/** For a service, which needs this setting or KURZ_CLICKHOUSE_URLS. */
export const REQUIRED_CLICKHOUSE_URL = {
  ...CLICKHOUSE_URL,
  optional: true,
  unless: 'KURZ_CLICKHOUSE_URLS',
} as const;

type Variables = SettingsOf<typeof CLICKHOUSE_PROPERTIES> & {
  readonly KURZ_CLICKHOUSE_URL: string | undefined;
};

/** One server per shard, by its number; undefined when no address is set. */
export function clickHousesOf(
  variables: Variables,
  requestTimeoutMs: number,
): OneOrMore<ClickHouseServer> | undefined {
  const { KURZ_CLICKHOUSE_URLS: several, KURZ_CLICKHOUSE_URL: single } = variables;
  const urls = several === undefined ? [single ?? ''] : addressesOf(several);
  const [first, ...others] = urls
    .filter((url) => url !== '')
    .map((url): ClickHouseServer => ({
      kind: 'server',
      url,
      database: variables.KURZ_CLICKHOUSE_DATABASE,
      cluster: variables.KURZ_CLICKHOUSE_CLUSTER,
      requestTimeoutMs,
    }));
  return first && [first, ...others];
}

/** The same when one of both settings is required. @throws when neither is set. */
export function requiredClickHousesOf(
  variables: Variables,
  requestTimeoutMs: number,
): OneOrMore<ClickHouseServer> {
  const clickHouses = clickHousesOf(variables, requestTimeoutMs);
  if (!clickHouses) throw new Error('no address of ClickHouse is set');
  return clickHouses;
}
