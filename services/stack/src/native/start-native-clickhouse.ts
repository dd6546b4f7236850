// ClickHouse's engine in a process that speaks its HTTP protocol, in a folder that its caller owns.

import path from 'node:path';
import { startServerProcess, type ServerCommand, type ServerProcess } from './server-process';

/** Its program: `node <file> <data directory> <port or 0>`. */
export const CLICKHOUSE_SERVER = path.join(__dirname, '..', '..', 'clickhouse-server.cjs');

/** Starts the server on `port`. The server prints the port when it serves. */
export function startNativeClickHouse(
  directory: string,
  port: number,
  options: Pick<ServerCommand, 'isDetached'> = {},
): Promise<ServerProcess> {
  return startServerProcess({
    ...options,
    program: process.execPath,
    args: [CLICKHOUSE_SERVER, directory, String(port)],
    isReady: (words) => words.includes(`${port}\n`),
    startMs: 60_000,
  });
}
