// Opens the engine: the embedded product hands the connection to openClickHouse.

import { mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { ClickHouseClientConfigOptions } from '@clickhouse/client';
import type * as Chdb from 'chdb/connection';

/**
 * Loaded when it is opened: the production image has no engine, and its admin command imports this package all the same.
 */
const loadEngine = () => createRequire(__filename)('chdb/connection') as typeof Chdb;

/**
 * Its data lies in `directory`, which is made when it is missing. One process owns a directory; one directory a process.
 * The same contract from two copies of the client's types, told apart by a class with private fields only.
 */
export function embeddedConnection(
  directory: string,
): NonNullable<ClickHouseClientConfigOptions['connection']> {
  mkdirSync(directory, { recursive: true });
  const connection: unknown = loadEngine().createChdbConnection({ path: directory });
  return connection as NonNullable<ClickHouseClientConfigOptions['connection']>;
}
