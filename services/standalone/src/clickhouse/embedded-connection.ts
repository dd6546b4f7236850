// The ClickHouse engine inside this process. It takes 166 MB of memory and 540 MB of disk.

import { lstatSync, mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { ClickHouseClientConfigOptions } from '@clickhouse/client';
import type * as Chdb from 'chdb/connection';

let engine: typeof Chdb | undefined;

/** Loaded on first use: a command beside a running product needs neither the engine nor its memory. */
function loadEngine(): typeof Chdb {
  if (engine) return engine;
  // Node resolves no symbolic link to a module when the last file that it looked at was a socket or a pipe
  lstatSync(__filename);
  engine = createRequire(__filename)('chdb/connection') as typeof Chdb;
  return engine;
}

/**
 * The engine's data is in `directory`, which is created when missing. A directory belongs to one process, and a process
 * has one directory. The cast is safe: the two copies of the client's types have the same contract and differ only by a
 * class with private fields. Throws what loading the engine threw.
 */
export function embeddedConnection(
  directory: string,
): NonNullable<ClickHouseClientConfigOptions['connection']> {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const connection: unknown = loadEngine().createChdbConnection({ path: directory });
  return connection as NonNullable<ClickHouseClientConfigOptions['connection']>;
}
