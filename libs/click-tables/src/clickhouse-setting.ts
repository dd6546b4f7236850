// The settings KURZ_CLICKHOUSE_…, as every program reads them.

import { judgePlainAddress } from '@kurz/process';
import type { ClickHouseOptions } from './open-clickhouse';

export type ClickHouseServer = Extract<ClickHouseOptions, { kind: 'server' }>;

export type ClickHouseVariables = {
  KURZ_CLICKHOUSE_DATABASE: string;
  /** The cluster whose tables are replicated; none: a single node. */
  KURZ_CLICKHOUSE_CLUSTER?: string;
};

export const CLICKHOUSE_URL = { type: 'string', pattern: '^https?://' } as const;

/** For `readSettings`, beside KURZ_PRIVATE_NETWORK. */
export const judgeClickHouseUrl = judgePlainAddress('http', 'https');

/** Properties for the schema of `readSettings`; the address apart, which not every program needs. */
export const CLICKHOUSE_PROPERTIES = {
  KURZ_CLICKHOUSE_DATABASE: { type: 'string', pattern: '^[A-Za-z_][A-Za-z0-9_]{0,63}$', default: 'kurz' },
  KURZ_CLICKHOUSE_CLUSTER: { type: 'string', nullable: true, pattern: '^[A-Za-z0-9_.{}-]+$' },
} as const;

/** `url`: `KURZ_CLICKHOUSE_URL`. */
export const clickHouseOf = (
  url: string,
  variables: ClickHouseVariables,
  requestTimeoutMs: number,
): ClickHouseServer => ({
  kind: 'server',
  url,
  database: variables.KURZ_CLICKHOUSE_DATABASE,
  cluster: variables.KURZ_CLICKHOUSE_CLUSTER,
  requestTimeoutMs,
});
