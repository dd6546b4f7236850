// The settings KURZ_CLICKHOUSE_…, as every program reads them.

import { validatePlainAddress, type SettingsOf, type SettingsProperties } from '@kurz/process';
import type { ClickHouseOptions } from './open-clickhouse';

export type ClickHouseServer = Extract<ClickHouseOptions, { kind: 'server' }>;

/** Beside KURZ_PRIVATE_NETWORK. */
export const CLICKHOUSE_URL = {
  type: 'string',
  pattern: '^https?://',
  validate: validatePlainAddress('http', 'https'),
} as const;

/** Properties for `readSettings`; the address apart, which not every program needs. */
export const CLICKHOUSE_PROPERTIES = {
  KURZ_CLICKHOUSE_DATABASE: { type: 'string', pattern: '^[A-Za-z_][A-Za-z0-9_]{0,63}$', default: 'kurz' },
  // the cluster whose tables are replicated; none: a single node
  KURZ_CLICKHOUSE_CLUSTER: { type: 'string', optional: true, pattern: '^[A-Za-z0-9_.{}-]+$' },
} as const satisfies SettingsProperties;

/** `url`: `KURZ_CLICKHOUSE_URL`. */
export const clickHouseOf = (
  url: string,
  variables: SettingsOf<typeof CLICKHOUSE_PROPERTIES>,
  requestTimeoutMs: number,
): ClickHouseServer => ({
  kind: 'server',
  url,
  database: variables.KURZ_CLICKHOUSE_DATABASE,
  cluster: variables.KURZ_CLICKHOUSE_CLUSTER,
  requestTimeoutMs,
});
