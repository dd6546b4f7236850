// Copies the folder of a template, which no server runs on.

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** `target` is not there yet. Owners and modes stay: PostgreSQL refuses a folder that is not its account's. */
export async function copyFolder(source: string, target: string): Promise<void> {
  await run('cp', ['-a', source, target]);
}
