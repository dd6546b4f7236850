// Which process is the PostgreSQL server of a data directory.

import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Process id of the server that runs in `directory`. Throws when none does. */
export function postmasterOf(directory: string): number {
  const file = path.join(directory, 'postmaster.pid');
  if (!existsSync(file)) throw new Error(`no PostgreSQL runs in ${directory}`);
  return Number(readFileSync(file, 'utf8').split('\n')[0]);
}
