// The ClickHouse engine inside this process. It takes 166 MB of memory and 540 MB of disk.

import { mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { ClickHouseClientConfigOptions } from '@clickhouse/client';
import type * as Chdb from 'chdb/connection';

type Engine = { kind: 'loaded'; chdb: typeof Chdb } | { kind: 'absent'; error: unknown };

/** An engine that is not there fails when it is opened: a command beside a running product needs none. */
function loadEngine(): Engine {
  try {
    return { kind: 'loaded', chdb: createRequire(__filename)('chdb/connection') as typeof Chdb };
  } catch (error) {
    return { kind: 'absent', error };
  }
}

// not when it is opened: Node follows no symbolic link to a module after it has looked at a socket or a pipe
const engine = loadEngine();

/**
 * Its data lies in `directory`, which is made when it is missing. One process owns a directory; one directory a process.
 * Two copies of the client's types have the same contract and differ by a class with private fields only. Throws what
 * loading the engine threw.
 */
export function embeddedConnection(
  directory: string,
): NonNullable<ClickHouseClientConfigOptions['connection']> {
  if (engine.kind === 'absent') throw engine.error;
  mkdirSync(directory, { recursive: true });
  const connection: unknown = engine.chdb.createChdbConnection({ path: directory });
  return connection as NonNullable<ClickHouseClientConfigOptions['connection']>;
}
