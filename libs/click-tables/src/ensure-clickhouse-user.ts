// The ClickHouse users of the services: an ingester writes and deletes counts, an API reads them and adds imported
// ones. `kurz migrate` creates them with the names and passwords in the services' addresses; its own user needs access
// management.

import { createHash } from 'node:crypto';
import type { ClickHouse } from './open-clickhouse';

export type ClickHouseServiceName = 'ingester' | 'api';

const GRANTS: Record<ClickHouseServiceName, string> = {
  ingester:
    'SELECT, INSERT, ALTER DELETE, OPTIMIZE, SYSTEM SYNC REPLICA ON {database}.*, SELECT ON system.parts, SELECT ON system.mutations',
  api: 'SELECT ON {database}.*, INSERT ON {database}.clicks_hourly, INSERT ON {database}.clicks_daily, INSERT ON {database}.clicks_daily_by',
};

const quoted = (text: string) => `'${text.replace(/[\\']/g, '\\$&')}'`;
const named = (text: string) => `\`${text.replace(/[\\`]/g, '\\$&')}\``;

/** `rights`: `kept` when a later release has granted others, which stay; default: `given`. */
export type UserOptions = { rights?: 'given' | 'kept' };

/** The statements that make a user or bring it to this build's rights; the password goes as its hash. */
export function clickHouseUserStatements(
  { database, cluster }: Pick<ClickHouse, 'database' | 'cluster'>,
  service: ClickHouseServiceName,
  { user, password }: { user: string; password: string },
  { rights = 'given' }: UserOptions = {},
): string[] {
  const onCluster = cluster === undefined ? '' : ` ON CLUSTER ${quoted(cluster)}`;
  const hash = createHash('sha256').update(password).digest('hex');
  const identified = `IDENTIFIED WITH sha256_hash BY ${quoted(hash)}`;
  return [
    `CREATE USER IF NOT EXISTS ${named(user)}${onCluster} ${identified}`,
    `ALTER USER ${named(user)}${onCluster} ${identified}`,
    // one statement revokes old rights and grants new ones, so that a running service never lacks any
    `GRANT${onCluster} ${GRANTS[service].replaceAll('{database}', database)} TO ${named(user)}${rights === 'given' ? ' WITH REPLACE OPTION' : ''}`,
  ];
}

/** @throws the error of a statement that ClickHouse refuses. */
export async function ensureClickHouseUser(
  clickHouse: ClickHouse,
  service: ClickHouseServiceName,
  credentials: { user: string; password: string },
  options: UserOptions = {},
): Promise<void> {
  for (const query of clickHouseUserStatements(clickHouse, service, credentials, options))
    await clickHouse.client.command({ query });
}
