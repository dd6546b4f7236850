// The ClickHouse engine inside this process. It takes 166 MB of memory and 540 MB of disk.

import { lstatSync, mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { ClickHouseClientConfigOptions } from '@clickhouse/client';
import type * as Chdb from 'chdb/connection';

let engine: typeof Chdb | undefined;

/** When it is opened: a command beside a running product needs none, nor the memory that it takes. */
function loadEngine(): typeof Chdb {
  if (engine) return engine;
  // Node follows no symbolic link to a module while the last file that it looked at is a socket or a pipe
  lstatSync(__filename);
  engine = createRequire(__filename)('chdb/connection') as typeof Chdb;
  return engine;
}

/**
 * Its data lies in `directory`, which is made when it is missing. One process owns a directory; one directory a process.
 * Two copies of the client's types have the same contract and differ by a class with private fields only. Throws what
 * loading the engine threw.
 */
export function embeddedConnection(
  directory: string,
): NonNullable<ClickHouseClientConfigOptions['connection']> {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const connection: unknown = loadEngine().createChdbConnection({ path: directory });
  return connection as NonNullable<ClickHouseClientConfigOptions['connection']>;
}
