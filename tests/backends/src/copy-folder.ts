// Copies the folder of a template, which no server runs on.

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** `target` must not exist yet. Keeps owners and modes: PostgreSQL refuses a folder of another account. */
export async function copyFolder(source: string, target: string): Promise<void> {
  await run('cp', ['-a', source, target]);
}
